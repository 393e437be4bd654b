/** The code of the guides, compiled and run; {@code GuideCodeTest} holds each page to it. */
package io.gavel.guide;
