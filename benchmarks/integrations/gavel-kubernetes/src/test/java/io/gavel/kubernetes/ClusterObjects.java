package io.gavel.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The objects of an API server, as a client with all rights writes them. */
interface ClusterObjects {

  /** Creates or replaces an object with its status. */
  void put(String plural, String namespace, String name, ObjectNode object);

  /** Replaces an object by a function of it. */
  void edit(String plural, String namespace, String name, UnaryOperator<ObjectNode> edit);

  /** Returns an object, which must exist. */
  ObjectNode get(String plural, String namespace, String name);

  /** Returns the objects of a resource, by namespace and name. */
  Map<String, ObjectNode> all(String plural);
}
