import re

LINE = re.compile(r"\[(?P<at>.+?)\] rpm=(?P<rpm>\S+) +temp=(?P<celsius>\S+)C +(?P<state>\w+)")


class Parser:
    name = "pump_log"
    version = "1.0.0"
    topics = ["pumps"]
    outputs = {
        "at": {"type": "datetime!", "format": "%d-%b-%y %H:%M:%S"},
        "rpm": "int",
        "celsius": "decimal(5,1)",
        "state": {"type": "string", "enum": ["ok", "WARN", "STOP"]},
    }

    def parse(self, ctx):
        with open(ctx.input_path) as lines:
            yield [match.groupdict() for match in map(LINE.match, lines) if match]
