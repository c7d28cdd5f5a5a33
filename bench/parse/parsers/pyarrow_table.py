from pyarrow import csv

from contract import AS_TEXT, OUTPUTS


class Parser:
    name = 'orders'
    version = '1.0.0'
    outputs = OUTPUTS

    def parse(self, ctx):
        return csv.read_csv(ctx.input_path, convert_options=AS_TEXT)
