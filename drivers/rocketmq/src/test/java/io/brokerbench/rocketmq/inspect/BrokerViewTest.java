package io.brokerbench.rocketmq.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.results.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BrokerViewTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4.9.7 | brokerRole=SYNC_MASTER flushDiskType=SYNC_FLUSH | 2 | true | false | SYNC_MASTER, SYNC_FLUSH: acknowledged when on the master's disk and in the memory of 1 slave",
        "5.5.0 | brokerRole=SYNC_MASTER inSyncReplicas=1 | 1 | false | false | SYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's memory only: inSyncReplicas=1 does not wait for the slave",
        "5.5.0 | brokerRole=SYNC_MASTER enableDLegerCommitLog=true dLegerPeers=n0-h:1;n1-h:2;n2-h:3 | 2 | false | false | SYNC_MASTER, DLedger: acknowledged when in the memory of 2 of 3 brokers",
        "4.9.7 | brokerRole=SYNC_MASTER enableDLegerCommitLog=true dLegerPeers=n0-h:1;n1-h:2;n2-h:3;n3-h:4;n4-h:5 flushDiskType=SYNC_FLUSH | 3 | false | false | SYNC_MASTER, DLedger: acknowledged when in the memory of 3 of 5 brokers; flushDiskType=SYNC_FLUSH has no effect",
        "5.5.0 | brokerRole=SYNC_MASTER enableControllerMode=true inSyncReplicas=1 | 1 | false | false | SYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's memory only: inSyncReplicas=1 does not wait for the slave",
        "5.5.0 | brokerRole=SYNC_MASTER enableControllerMode=true allAckInSyncStateSet=true minInSyncReplicas=2 inSyncReplicas=3 | 2 | false | false | SYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's memory and in the memory of every slave in sync, at least 1",
        // The set may be the master alone.
        "5.5.0 | brokerRole=SYNC_MASTER enableControllerMode=true allAckInSyncStateSet=true minInSyncReplicas=1 inSyncReplicas=2 flushDiskType=SYNC_FLUSH | 1 | true | false | SYNC_MASTER, SYNC_FLUSH: acknowledged when on the master's disk and in the memory of every slave in sync, at least 0",
        "4.5.1 | brokerRole=ASYNC_MASTER transientStorePoolEnable=true | 1 | false | true | ASYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's own memory, gone if it is killed",
        // Slaves read only what is in the page cache.
        "5.5.0 | brokerRole=SYNC_MASTER transientStorePoolEnable=true inSyncReplicas=2 | 2 | false | false | SYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's memory and in the memory of 1 slave",
        // Of no account beside synchronous flush.
        "5.5.0 | brokerRole=ASYNC_MASTER transientStorePoolEnable=true flushDiskType=SYNC_FLUSH | 1 | true | false | ASYNC_MASTER, SYNC_FLUSH: acknowledged when on the master's disk",
        // The slave may lag or be gone.
        "5.5.0 | brokerRole=SYNC_MASTER enableSlaveActingMaster=true enableAutoInSyncReplicas=true inSyncReplicas=2 | 1 | false | false | SYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's memory and in the memory of 0 to 1 slaves, as many as are in sync",
        "5.5.0 | brokerRole=SYNC_MASTER enableSlaveActingMaster=true enableAutoInSyncReplicas=true inSyncReplicas=3 minInSyncReplicas=2 | 2 | false | false | SYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's memory and in the memory of 1 to 2 slaves, as many as are in sync",
        // Of no account with a controller, or if slaves do not act as masters.
        "5.5.0 | brokerRole=SYNC_MASTER enableControllerMode=true enableSlaveActingMaster=true enableAutoInSyncReplicas=true inSyncReplicas=2 | 2 | false | false | SYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's memory and in the memory of 1 slave",
        "5.5.0 | brokerRole=SYNC_MASTER enableAutoInSyncReplicas=true inSyncReplicas=2 | 2 | false | false | SYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's memory and in the memory of 1 slave",
        // Of no account without a controller.
        "5.5.0 | brokerRole=SYNC_MASTER allAckInSyncStateSet=true inSyncReplicas=2 | 2 | false | false | SYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's memory and in the memory of 1 slave",
      })
  void whatABrokerReportsSaysWhatItsAcknowledgementPromises(
      String release,
      String configuration,
      int copies,
      boolean onDisk,
      boolean inProcessMemory,
      String text) {
    BrokerView broker = broker(release, configuration);
    assertThat(broker.promise(true))
        .isEqualTo(new Promise(true, onDisk, copies, inProcessMemory, false, false, text));
    assertThat(broker.promise(false).level()).isEqualTo(new Promise.Level(false, false, 0, false));
  }

  private static BrokerView broker(String release, String configuration) {
    Properties properties = new Properties();
    properties.setProperty("flushDiskType", "ASYNC_FLUSH");
    for (String assignment : configuration.split(" ", -1)) {
      String[] parts = assignment.split("=", 2);
      properties.setProperty(parts[0], parts[1]);
    }
    return new BrokerView("", "127.0.0.1:1", release, properties);
  }

  @Test
  void severalBrokersPromiseTheLeastOfEachPart() {
    BrokerView onDisk = broker("5.5.0", "brokerRole=ASYNC_MASTER flushDiskType=SYNC_FLUSH");
    BrokerView copied = broker("5.5.0", "brokerRole=SYNC_MASTER inSyncReplicas=2");
    BrokerView pooled = broker("5.5.0", "brokerRole=ASYNC_MASTER transientStorePoolEnable=true");
    BrokerView hidden = new BrokerView("", "127.0.0.1:1", "unknown", new Properties());
    assertThat(BrokerView.promise(List.of(onDisk, copied, copied), true))
        .isEqualTo(
            new Promise(
                true,
                false,
                1,
                false,
                false,
                false,
                "ASYNC_MASTER, SYNC_FLUSH: acknowledged when on the master's disk; SYNC_MASTER,"
                    + " ASYNC_FLUSH: acknowledged when in the master's memory and in the memory of"
                    + " 1 slave"));
    assertThat(BrokerView.promise(List.of(copied), true)).isEqualTo(copied.promise(true));
    assertThat(BrokerView.promise(List.of(copied), false)).isEqualTo(copied.promise(false));
    assertThat(BrokerView.promise(List.of(onDisk, hidden), true).inProcessMemory()).isNull();
    assertThat(BrokerView.promise(List.of(hidden, pooled), true).inProcessMemory()).isTrue();
  }

  @Test
  void aBrokerChecksBackAtItsFirstCheckAfterTheTimeout() {
    Properties properties = new Properties();
    properties.setProperty("transactionTimeOut", "6000");
    properties.setProperty("transactionCheckInterval", "30000");
    assertThat(new BrokerView("", "127.0.0.1:1", "5.5.0", properties).checkBackDelay())
        .isEqualTo(Duration.ofSeconds(36));
    properties.remove("transactionTimeOut");
    properties.remove("transactionCheckInterval");
    properties.setProperty("brokerRole", "ASYNC_MASTER");
    assertThat(new BrokerView("", "127.0.0.1:1", "4.2.0", properties).checkBackDelay()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0, 0", "1, 1, 2, 1", "5, 60, 10800, 4", "18, 7200, 10800, 4"})
  void aBrokerHoldsMessagesBackByItsOwnDelays(
      int level, long usualSeconds, long ownSeconds, int ownLevel) {
    BrokerView usual = new BrokerView("", "127.0.0.1:1", "5.5.0", new Properties());
    assertThat(usual.delay(level)).isEqualTo(Duration.ofSeconds(usualSeconds));
    assertThat(usual.delayLevel(level)).isEqualTo(level);
    Properties properties = new Properties();
    properties.setProperty("messageDelayLevel", "2s 1m 1d 3h");
    BrokerView own = new BrokerView("", "127.0.0.1:1", "5.5.0", properties);
    assertThat(own.delay(level)).isEqualTo(Duration.ofSeconds(ownSeconds));
    assertThat(own.delayLevel(level)).isEqualTo(ownLevel);
    assertThat(own.delay(3)).hasDays(1);
  }

  @Test
  void aBrokerThatDoesNotShowItsConfigurationPromisesTheLeast() {
    BrokerView hidden = new BrokerView("", "127.0.0.1:1", "unknown", new Properties());
    assertThat(hidden.promise(true).level()).isEqualTo(new Promise.Level(true, false, 1, false));
    assertThat(hidden.promise(true).inProcessMemory()).isNull();
    assertThat(hidden.promise(true).text())
        .contains("the brokers do not show their configuration to this account");
    assertThat(hidden.promise(false).level()).isEqualTo(new Promise.Level(false, false, 0, false));
    assertThat(hidden.facts())
        .containsEntry("role", "unknown")
        .containsEntry("flush", "unknown")
        .containsEntry("configuration", "not permitted");
    assertThat(hidden.checkBackDelay()).isGreaterThanOrEqualTo(Duration.ofSeconds(60));
  }
}
