import pandas as pd


class Parser:
    name = 'orders'
    version = '1.0.0'
    outputs = {
        'id': 'int!',
        'date': 'date',
        'customer': 'string!',
        'amount': 'decimal(18,2)',
        'note': 'string',
    }

    def parse(self, ctx):
        return pd.read_csv(ctx.input_path, dtype={'date': 'str', 'amount': 'str'})
