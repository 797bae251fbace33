"""Locust's load for mqtt.sh: USERS publishers, each with a topic and a subscriber of its own.

Environment variables: HOST, PORT, USERS, RATE of all publishers in messages per second, WINDOW in seconds.
Prints the messages acknowledged per second once a second; at the end the messages received per second, and
the 50th, 95th and 99th percentiles of the latencies to the confirm and to the subscriber, in milliseconds.
"""

import os
import time

import gevent
from locust import constant_throughput, events, task
from locust.contrib.mqtt import MqttUser

HOST, PORT = os.environ["HOST"], int(os.environ["PORT"])
USERS, WINDOW = int(os.environ["USERS"]), int(os.environ["WINDOW"])
RATE = float(os.environ["RATE"]) / USERS
PAYLOAD_BYTES = 128

acknowledged = 0
received = 0
began = 0.0
ack_millis = []
end_to_end_millis = []


@events.request.add_listener
def on_request(name, response_time, exception, **kwargs):
    global acknowledged
    if name.startswith("publish") and exception is None:
        acknowledged += 1
        ack_millis.append(response_time)


def on_message(client, userdata, message):
    global received
    received += 1
    end_to_end_millis.append((time.time_ns() - int(message.payload.split(b" ", 1)[0])) / 1e6)


class Client(MqttUser):
    abstract = True
    host, port = HOST, PORT
    numbers = None

    def on_start(self):
        self.number = next(type(self).numbers)
        self.client.on_message = on_message
        while not self.client.is_connected():
            gevent.sleep(0.05)


class Subscriber(Client):
    fixed_count = USERS
    numbers = iter(range(USERS))

    def on_start(self):
        super().on_start()
        self.client.subscribe(f"locust/{self.number}", qos=1)

    @task
    def listen(self):
        gevent.sleep(WINDOW)


class Publisher(Client):
    fixed_count = USERS
    numbers = iter(range(USERS))
    wait_time = constant_throughput(RATE)

    @task
    def publish(self):
        body = b"%d " % time.time_ns()
        self.client.publish(f"locust/{self.number}", body.ljust(PAYLOAD_BYTES), qos=1)


@events.spawning_complete.add_listener
def on_spawned(**kwargs):
    global began
    began = time.monotonic()

    def each_second():
        before, then = acknowledged, time.monotonic()
        while True:
            gevent.sleep(1)
            now, count = time.monotonic(), acknowledged
            print(f"sent: {(count - before) / (now - then):.0f} msg/s", flush=True)
            before, then = count, now

    gevent.spawn(each_second)


def percentiles(values):
    values = sorted(values)
    return " ".join(f"{values[int(share * (len(values) - 1))]:.2f}" for share in (0.5, 0.95, 0.99))


@events.quitting.add_listener
def on_quitting(**kwargs):
    if not received:
        return
    print(f"received {received / (time.monotonic() - began):.0f}")
    print(f"confirm {percentiles(ack_millis)}")
    print(f"e2e {percentiles(end_to_end_millis)}", flush=True)
