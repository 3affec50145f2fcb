"""
Serves S3 with OpenStack Swift (Debian's python3-swift): its proxy and its three servers of storage in one process, with
one copy of everything below the folder that the first argument names. Prints the port once it answers.
"""

import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402

folder = sys.argv[1]
utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
utils.HASH_PATH_SUFFIX = b"cutaway"

from swift.account import server as account  # noqa: E402
from swift.common.middleware import catch_errors, gatekeeper, listing_formats, slo, tempauth  # noqa: E402
from swift.common.middleware.s3api import s3api  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.container import server as container  # noqa: E402
from swift.obj import server as objects  # noqa: E402
from swift.proxy import server as proxy  # noqa: E402


class Quiet:
    """A logger that says nothing, and the file that eventlet writes its log to."""

    thread_locals = (None, None)
    name = "swift"

    def __getattr__(self, _name):
        return lambda *_args, **_parameters: None


class NoCache:
    """An empty cache, so that every change takes effect at once."""

    def __init__(self, application):
        self.application = application

    def __call__(self, env, start_response):
        env["swift.cache"] = self
        return self.application(env, start_response)

    def __getattr__(self, _name):
        return lambda *_args, **_parameters: None


def write_ring(kind, port):
    builder = RingBuilder(1, 1, 1)
    device = {"id": 0, "region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "disk"}
    builder.add_dev({**device, "meta": "", "replication_ip": "127.0.0.1", "replication_port": port})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, kind + ".ring.gz"))


def serve(socket, application):
    eventlet.spawn(wsgi.server, socket, application, Quiet(), log_output=False, protocol=SwiftProtocol)


from swift.common.wsgi import SwiftHttpProtocol as SwiftProtocol  # noqa: E402

os.makedirs(os.path.join(folder, "devices", "disk"), exist_ok=True)
with open(utils.SWIFT_CONF_FILE, "w") as file:
    file.write("[swift-hash]\nswift_hash_path_suffix = cutaway\n")

conf = {
    "swift_dir": folder,
    "devices": os.path.join(folder, "devices"),
    "mount_check": "false",
    "fallocate_reserve": "0",
    "disable_fallocate": "true",
}
for kind, controller in [
    ("account", account.AccountController),
    ("container", container.ContainerController),
    ("object", objects.ObjectController),
]:
    socket = eventlet.listen(("127.0.0.1", 0))
    write_ring(kind, socket.getsockname()[1])
    if kind == "object":
        serve(socket, controller({**conf, "replication_server": "false"}, logger=Quiet()))
    else:
        serve(socket, controller(conf, logger=Quiet()))

application = proxy.Application(
    {**conf, "allow_account_management": "true", "account_autocreate": "true"}, logger=Quiet()
)
for factory, settings in [
    (slo.filter_factory, {"min_segment_size": "1"}),
    (
        tempauth.filter_factory,
        {"user_cutaway_writer": "writer-secret .admin", "user_cutaway_reader": "reader-secret"},
    ),
    (s3api.filter_factory, {"s3_acl": "true", "location": "us-east-1", "min_segment_size": "5242880"}),
    (listing_formats.filter_factory, {}),
    (gatekeeper.filter_factory, {}),
    (catch_errors.filter_factory, {}),
]:
    application = factory(settings)(application)
application = NoCache(application)

socket = eventlet.listen(("127.0.0.1", 0))
serve(socket, application)
print(socket.getsockname()[1], flush=True)
while True:
    eventlet.sleep(3600)
