"""Reads Delta tables with Spark.

The first argument is the folder with Delta's jars; stdin has one JSON array of requests.
"""

import json
import sys

from pyspark.sql import SparkSession

jars = sys.argv[1]
spark = (
    SparkSession.builder.master('local[1]')
    .config(
        'spark.jars', ','.join(f'{jars}/{name}' for name in ('delta-spark_2.12-3.3.2.jar', 'delta-storage-3.3.2.jar'))
    )
    .config('spark.sql.extensions', 'io.delta.sql.DeltaSparkSessionExtension')
    .config('spark.sql.catalog.spark_catalog', 'org.apache.spark.sql.delta.catalog.DeltaCatalog')
    .config('spark.sql.session.timeZone', 'UTC')
    .config('spark.ui.enabled', 'false')
    .getOrCreate()
)
spark.sparkContext.setLogLevel('ERROR')

responses = []
for request in json.load(sys.stdin):
    if 'append' in request:
        frame = spark.read.format('delta').load(request['table']).limit(0)
        row = [request['append'].get(name) for name in frame.columns]
        spark.createDataFrame([row], frame.schema).write.format('delta').mode('append').save(request['table'])
        responses.append([])
        continue
    reader = spark.read.format('delta')
    if 'version' in request:
        reader = reader.option('versionAsOf', request['version'])
    columns = ', '.join(f'cast(`{name}` as string)' for name in request['columns'])
    reader.load(request['table']).createOrReplaceTempView('wanted')
    responses.append(sorted(list(row) for row in spark.sql(f'select {columns} from wanted').collect()))
print('\n' + json.dumps(responses))
