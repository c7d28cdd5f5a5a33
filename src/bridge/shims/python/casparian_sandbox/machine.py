"""What programs of a machine read: libraries, certificates, time zones. No home folder, no setting of a service."""

import os
import sys

SYSTEM = (
    '/usr',
    '/bin',
    '/sbin',
    '/lib',
    '/lib32',
    '/lib64',
    '/libx32',
    '/nix/store',
    '/gnu/store',
    '/opt/homebrew',
    '/sys/devices/system/cpu',
    '/sys/devices/system/node',
    '/sys/fs/cgroup',
)
# Named one by one: /etc also has passwords and keys.
OF_ETC = (
    'ImageMagick-6',
    'ImageMagick-7',
    'alternatives',
    'ca-certificates.conf',
    'debian_version',
    'fonts',
    'gai.conf',
    'group',
    'host.conf',
    'hosts',
    'java-11-openjdk',
    'java-17-openjdk',
    'java-21-openjdk',
    'ld.so.cache',
    'ld.so.conf',
    'ld.so.conf.d',
    'localtime',
    'magic',
    'mime.types',
    'nsswitch.conf',
    'os-release',
    'papersize',
    'passwd',
    'pki/ca-trust',
    'pki/tls/certs',
    'pki/tls/cert.pem',
    'pki/tls/openssl.cnf',
    'protocols',
    'python3',
    'resolv.conf',
    'services',
    'ssl/cert.pem',
    'ssl/certs',
    'ssl/openssl.cnf',
    'timezone',
)
DEVICES = ('/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom')
SHARED_MEMORY = '/dev/shm'
# Of the machine's own /proc, without a view: nothing about other processes.
OF_PROC = ('cpuinfo', 'filesystems', 'meminfo', 'stat', 'sys/kernel', 'sys/vm', 'uptime', 'version')


# In a view, /etc and /sys have only what is allowed: fewer rules, which each run would have to add.
IN_A_VIEW = (*(path for path in SYSTEM if not path.startswith('/sys/')), '/sys', '/etc', '/proc')


def readable():
    return (*SYSTEM, *(f'/etc/{name}' for name in OF_ETC), *own_python())


def own_python():
    """The installation of this Python, which may be anywhere; not the folder around it."""
    prefixes = {sys.base_prefix, sys.base_exec_prefix, sys.prefix} - {'/usr', '/'}
    user_packages = os.path.expanduser('~/.local/lib/python{}.{}/site-packages'.format(*sys.version_info))
    return (*(path for prefix in sorted(prefixes) for path in parts_of(prefix)), user_packages)


def environment_of(interpreter):
    """A virtual environment, and the folders that its .pth files add: packages that are installed for editing."""
    prefix = os.path.dirname(os.path.dirname(interpreter))
    if not os.path.exists(os.path.join(prefix, 'pyvenv.cfg')):
        return (interpreter,)
    packages = os.path.join(prefix, 'lib', 'python{}.{}'.format(*sys.version_info), 'site-packages')
    return (interpreter, *parts_of(prefix), *added_folders(packages))


def added_folders(packages):
    try:
        files = [os.path.join(packages, name) for name in os.listdir(packages) if name.endswith('.pth')]
    except OSError:
        return
    for path in files:
        with open(path, errors='replace') as file:
            for line in map(str.rstrip, file):
                if os.path.isabs(line) and os.path.isdir(line):
                    yield line


def parts_of(prefix):
    return tuple(os.path.join(prefix, part) for part in ('bin', 'lib', 'lib64', 'share', 'include', 'pyvenv.cfg'))
