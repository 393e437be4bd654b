package io.gavel.cli;

import picocli.CommandLine.IVersionProvider;

/** Reads the version from the jar's manifest. */
final class GavelVersion implements IVersionProvider {

  /** Returns the version, or {@code development} when run from class files. */
  static String current() {
    String version = GavelVersion.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"gavel " + current()};
  }
}
