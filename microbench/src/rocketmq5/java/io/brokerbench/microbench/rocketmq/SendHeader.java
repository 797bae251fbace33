package io.brokerbench.microbench.rocketmq;

import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeaderV2;

/** Header versions of a send request. Release 5 moved the header classes to another package. */
enum SendHeader {
  /** Fields with their full names. */
  V1(RequestCode.SEND_MESSAGE, SendMessageRequestHeader.class),
  /** Fields named by single letters, with a special codec in the ROCKETMQ format. */
  V2(RequestCode.SEND_MESSAGE_V2, SendMessageRequestHeaderV2.class);

  private final int requestCode;
  private final Class<? extends CommandCustomHeader> type;

  SendHeader(int requestCode, Class<? extends CommandCustomHeader> type) {
    this.requestCode = requestCode;
    this.type = type;
  }

  int requestCode() {
    return requestCode;
  }

  Class<? extends CommandCustomHeader> type() {
    return type;
  }

  /** Creates the header of one message, filled in like by the client. */
  CommandCustomHeader of(String topic, String properties) {
    SendMessageRequestHeader header = new SendMessageRequestHeader();
    header.setProducerGroup("microbench");
    header.setTopic(topic);
    header.setDefaultTopic("TBW102");
    header.setDefaultTopicQueueNums(4);
    header.setQueueId(3);
    header.setSysFlag(0);
    header.setBornTimestamp(1_780_000_000_000L);
    header.setFlag(0);
    header.setProperties(properties);
    header.setReconsumeTimes(0);
    header.setUnitMode(false);
    header.setBatch(false);
    header.setBrokerName("broker");
    return this == V1
        ? header
        : SendMessageRequestHeaderV2.createSendMessageRequestHeaderV2(header);
  }
}
