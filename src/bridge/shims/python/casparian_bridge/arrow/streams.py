"""Frames with one Arrow stream each."""

import pyarrow

from ..bridge import FRAME_BYTES

# A frame should have FRAME_BYTES; the overhead of Arrow must fit too.
BUFFER_BYTES = FRAME_BYTES + 1024 * 1024


class StreamWriter:
    """Writes Arrow streams into one buffer that all frames share.

    Three to five times as fast as a sink that grows for each frame (0.06 s against 0.25 s for 195 MB).
    """

    def __init__(self, bridge):
        self.bridge = bridge
        self.buffer = pyarrow.allocate_buffer(BUFFER_BYTES)

    def send(self, schema, batch):
        try:
            sink = pyarrow.FixedSizeBufferWriter(self.buffer)
            self.write(sink, schema, batch)
            frame = memoryview(self.buffer)[: sink.tell()]
        except OSError:
            # A row or a schema that is larger than the buffer.
            sink = pyarrow.BufferOutputStream()
            self.write(sink, schema, batch)
            frame = memoryview(sink.getvalue())
        self.bridge.send_data(frame)

    def write(self, sink, schema, batch):
        with pyarrow.ipc.new_stream(sink, schema) as stream:
            if batch is not None:
                stream.write_batch(batch)
