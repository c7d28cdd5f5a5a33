"""Starts a program as the leader of a process group."""

import os
import socket
import sys

from .own_process import close_others, death_signal, lead_group, reset_signals

SOCKET_FD = 3
EXIT_NOT_STARTED = 127


def start_program(wanted, guest, writers):
    """Starts the command of a request, which prints to the writers. Returns its process number."""
    # The host may know this Python by the name of a script that starts it, as those of pyenv.
    program = wanted['command'][0] or sys.executable
    parent = os.getpid()
    pid = os.fork()
    if pid > 0:
        lead_group(pid)
        return pid
    try:
        lead_group(0)
        death_signal()()
        if os.getppid() not in (parent, 0):
            os._exit(EXIT_NOT_STARTED)
        reset_signals()
        for number, writer in zip((1, 2), writers):
            os.dup2(writer, number)
        env = wanted['env']
        if guest is None:
            close_others(SOCKET_FD)
        else:
            connect(wanted['sandbox']['socket'])
            close_others(SOCKET_FD + 1)
            env = {**env, **confine(guest)}
        os.chdir(wanted['cwd'])
        os.execve(program, [program, *wanted['command'][1:]], env)
    except BaseException as error:
        sys.stderr.write(f'{program} could not be started: {error}\n')
        sys.stderr.flush()
    finally:
        os._exit(EXIT_NOT_STARTED)


def connected(path):
    """The descriptor of a connection to the host. A confined process cannot make one."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(path)
    return connection.detach()


def connect(path):
    number = connected(path)
    if number != SOCKET_FD:
        os.dup2(number, SOCKET_FD)
    os.set_inheritable(SOCKET_FD, True)


def confine(guest):
    from casparian_sandbox.cell import apply, environment_of

    confinement = guest.confinement()
    guest.cell.step_inside()
    apply(confinement)
    return environment_of(guest.temporary)
