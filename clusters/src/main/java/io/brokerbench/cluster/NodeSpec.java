package io.brokerbench.cluster;

import java.util.List;
import java.util.SortedMap;

/**
 * A process to be started.
 *
 * @param name its role, unique in the cluster
 * @param mainClass RocketMQ's
 * @param jvmFlags all but the class path
 * @param port where clients connect
 * @param properties for its file
 */
record NodeSpec(
    String name,
    String mainClass,
    List<String> jvmFlags,
    int port,
    SortedMap<String, String> properties) {

  static final String NAME_SERVER = "namesrv";
  static final String MASTER = "master";
  static final String SLAVE = "slave";
}
