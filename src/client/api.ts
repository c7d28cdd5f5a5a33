// Generated from the routes of the server: npm run docs:reference

export interface paths {
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs, newest first
         * @description Looks at a bounded number of jobs for each page. With a rare filter, a page can be empty although next_cursor is set: follow it.
         *
         *     Permission: `jobs:read`.
         */
        get: operations["jobs.list"];
        put?: never;
        /**
         * Enqueue a job
         * @description When the response arrives, the job is committed. Without an idempotency_key, the Idempotency-Key of the request becomes that of the job: a request that is repeated after a crash does not create a second job.
         *
         *     Permission: `jobs:write`.
         */
        post: operations["jobs.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/job-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count jobs by their state
         * @description Counts the newest 100,000 jobs of the installation. `capped` tells that there are more.
         *
         *     Permission: `jobs:read`.
         */
        get: operations["jobs.count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/job-histogram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count matching jobs by the time of their creation
         * @description Looks at the newest 100,000 jobs of the installation. `matched.capped` tells that there are more, which may match too.
         *
         *     Permission: `jobs:read`.
         */
        get: operations["jobs.histogram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a job
         * @description Permission: `jobs:read`.
         */
        get: operations["jobs.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain why a job is not running
         * @description Permission: `jobs:read`.
         */
        get: operations["jobs.why"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what a job logged and its program printed
         * @description Permission: `jobs:read`.
         */
        get: operations["jobs.logs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job, or ask a running one to stop
         * @description Permission: `jobs:write`.
         */
        post: operations["jobs.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a failed, dead or cancelled job again
         * @description Permission: `jobs:write`.
         */
        post: operations["jobs.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/run-now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a job that waits for its time as soon as possible
         * @description Permission: `jobs:write`.
         */
        post: operations["jobs.run-now"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count what a bulk operation would change
         * @description Permission: `jobs:read`.
         */
        post: operations["bulk.count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change all jobs or quarantined rows that match
         * @description Starts a job that makes the change in short transactions and survives restarts. Refused with BULK_COUNT_DIFFERS (409) and the actual number in `details.matched` if `expected_count` differs. What is created later is not included.
         *
         *     Permission: `jobs:write`.
         */
        post: operations["bulk.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how far a bulk operation is, and its result
         * @description Permission: `jobs:read`.
         */
        get: operations["bulk.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a bulk operation after its current batch
         * @description What was changed stays changed.
         *
         *     Permission: `jobs:write`.
         */
        post: operations["bulk.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks, newest first
         * @description Permission: `jobs:read`.
         */
        get: operations["tasks.list"];
        put?: never;
        /**
         * Submit a program as a task
         * @description The body is a run spec, as in docs/reference/run-spec.md. It runs on a worker, if the worker allows the command (`task_allow`).
         *
         *     Permission: `jobs:write`.
         */
        post: operations["tasks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a task with its output
         * @description Permission: `jobs:read`.
         */
        get: operations["tasks.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a finished task again, to compare the outcomes
         * @description Permission: `jobs:write`.
         */
        post: operations["tasks.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/triage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group failed and dead jobs by their error
         * @description Looks at the newest 10,000 failed and 10,000 dead jobs. `capped` tells that there are more.
         *
         *     Permission: `jobs:read`.
         */
        get: operations["triage.groups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/triage/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry failed and dead jobs that match
         * @description Needs a filter, or `"all": true`.
         *
         *     Permission: `jobs:write`.
         */
        post: operations["triage.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/triage/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel failed and dead jobs that match
         * @description Needs a filter, or `"all": true`.
         *
         *     Permission: `jobs:write`.
         */
        post: operations["triage.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List queues that have unfinished jobs, are paused or have a limit
         * @description Permission: `installation:read`, with a key of the default tenant.
         */
        get: operations["queues.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a queue
         * @description Permission: `installation:read`, with a key of the default tenant.
         */
        get: operations["queues.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{name}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start no more jobs of a queue
         * @description Permission: `installation:write`, with a key of the default tenant.
         */
        post: operations["queues.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{name}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start jobs of a queue again
         * @description Permission: `installation:write`, with a key of the default tenant.
         */
        post: operations["queues.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{name}/limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set or remove the limit of a queue
         * @description Null for concurrency and rate removes the limit. If-Match takes the ETag of the queue.
         *
         *     Permission: `installation:write`, with a key of the default tenant.
         */
        put: operations["queues.limit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules
         * @description Permission: `jobs:read`.
         */
        get: operations["schedules.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a schedule
         * @description Permission: `jobs:read`.
         */
        get: operations["schedules.get"];
        /**
         * Add a schedule, or replace it
         * @description Names are unique over all tenants. If-Match takes the ETag of the schedule that is replaced.
         *
         *     Permission: `jobs:write`.
         */
        put: operations["schedules.put"];
        post?: never;
        /**
         * Remove a schedule
         * @description Permission: `jobs:write`.
         */
        delete: operations["schedules.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workers
         * @description Permission: `installation:read`, with a key of the default tenant.
         */
        get: operations["workers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/parsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List registered parsers
         * @description Permission: `data:read`.
         */
        get: operations["parsers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/parsers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a parser with its outputs and versions
         * @description Permission: `data:read`.
         */
        get: operations["parsers.get"];
        put?: never;
        post?: never;
        /**
         * Unregister a version of a parser, or all of them
         * @description Permission: `data:write`.
         */
        delete: operations["parsers.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/parsers/{name}/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or remove topics of a parser
         * @description Permission: `data:write`.
         */
        post: operations["parsers.topics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files by their path
         * @description Permission: `data:read`.
         */
        get: operations["files.list"];
        put?: never;
        /**
         * Upload a file and create its jobs
         * @description The body is the content of the file; it is streamed to disk. A file with the same name replaces the earlier one.
         *
         *     Permission: `data:write`.
         */
        post: operations["files.upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a file with its jobs, rows, quarantined rows and skipped lines
         * @description Permission: `data:read`.
         */
        get: operations["files.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show lines of a text file as they are now
         * @description Permission: `data:read`.
         */
        get: operations["files.lines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Scan folders of the server or prefixes of buckets, and create the jobs of new files
         * @description Only what is in `http_scan_folders` can be scanned: folders, and addresses such as `s3://bucket/prefix`. The response is sent when the scan has ended.
         *
         *     Permission: `data:write`, with a key of the default tenant.
         */
        post: operations["scans.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/file-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rules that give files topics
         * @description Permission: `data:read`.
         */
        get: operations["file-rules.list"];
        put?: never;
        /**
         * Give files that match a pattern a topic
         * @description Permission: `data:write`.
         */
        post: operations["file-rules.create"];
        /**
         * Remove the rules of a pattern
         * @description Permission: `data:write`.
         */
        delete: operations["file-rules.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backfills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plan to read files again with the current version of a parser, or do it
         * @description Permission: `data:write`.
         */
        post: operations["backfills.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inspections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file to see what it is, without creating anything
         * @description The file is kept for an hour. Make a dataset of it, or delete it.
         *
         *     Permission: `data:write`.
         */
        post: operations["inspections.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inspections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Inspect an uploaded file again with other answers
         * @description Permission: `data:write`.
         */
        post: operations["inspections.adjust"];
        /**
         * Delete a file that was uploaded to be inspected
         * @description Permission: `data:write`.
         */
        delete: operations["inspections.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inspections/{id}/dataset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a dataset of an uploaded file
         * @description The answers become the contract of the dataset. The file is stored and read by a job.
         *
         *     Permission: `data:write`.
         */
        post: operations["inspections.make-dataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List datasets
         * @description Permission: `data:read`.
         */
        get: operations["datasets.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a dataset with its columns
         * @description Permission: `data:read`.
         */
        get: operations["datasets.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of a dataset
         * @description Permission: `data:read`.
         */
        get: operations["datasets.rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}/row-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the rows of a dataset that match a condition
         * @description Permission: `data:read`.
         */
        get: operations["datasets.count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what the columns of a dataset contain
         * @description Nulls, distinct values, lowest and highest value, and their distribution. Large datasets are sampled.
         *
         *     Permission: `data:read`.
         */
        get: operations["datasets.profile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trace rows of a dataset back to the files they were read from
         * @description Permission: `data:read`.
         */
        get: operations["datasets.lineage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an SQL statement over the datasets
         * @description The statement can read the datasets of the tenant and nothing else. It is interrupted after 30 seconds, and at most `limit` rows are returned.
         *
         *     Permission: `data:read`.
         */
        post: operations["query.run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query-tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tables and columns that a statement can use
         * @description Permission: `data:read`.
         */
        get: operations["query.tables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Download the rows of an SQL statement as a file
         * @description Without a limit of rows. It is interrupted after 10 minutes.
         *
         *     Permission: `data:read`.
         */
        post: operations["query.export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a dataset as a file
         * @description Permission: `data:read`.
         */
        get: operations["datasets.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}/contract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the contract of a dataset that is read without a parser
         * @description Permission: `data:read`.
         */
        get: operations["datasets.contract"];
        /**
         * Set the contract of a dataset, and freeze it
         * @description It can be set before the first file arrives. If-Match takes the ETag of the contract that is replaced. Earlier files are not read again: see backfills.
         *
         *     Permission: `data:write`.
         */
        put: operations["datasets.set-contract"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}/contract/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze the contract of a dataset: no file may widen it
         * @description Permission: `data:write`.
         */
        post: operations["datasets.freeze-contract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}/contract/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let files widen the contract of a dataset again
         * @description Permission: `data:write`.
         */
        post: operations["datasets.unfreeze-contract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}/contract/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all versions of the contract of a dataset, the current one last
         * @description Permission: `data:read`.
         */
        get: operations["datasets.contract-versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}/renames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List columns that look renamed
         * @description Permission: `data:read`.
         */
        get: operations["datasets.renames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/datasets/{name}/renames/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make columns that were renamed one column
         * @description Permission: `data:write`.
         */
        post: operations["datasets.accept-renames"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List quarantined rows, those of the newest job first
         * @description Permission: `data:read`.
         */
        get: operations["quarantine.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count quarantined rows
         * @description Stops at 100,000 and says so.
         *
         *     Permission: `data:read`.
         */
        get: operations["quarantine.count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group quarantined rows by their error
         * @description Permission: `data:read`.
         */
        get: operations["quarantine.groups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download quarantined rows as a file
         * @description CSV can be edited and imported again.
         *
         *     Permission: `data:read`.
         */
        get: operations["quarantine.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read quarantined rows of a job or a parser again
         * @description Enqueues one job for each file, and retries the jobs that failed because of their rows. Follow the jobs to see how many rows were recovered.
         *
         *     Permission: `data:write`.
         */
        post: operations["quarantine.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard quarantined rows of a job or a parser
         * @description Permission: `data:write`.
         */
        post: operations["quarantine.discard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put discarded rows of a job or a parser back into quarantine
         * @description Rows of files that were read again since stay discarded.
         *
         *     Permission: `data:write`.
         */
        post: operations["quarantine.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show suggested repairs
         * @description The reports that were computed last, one for each dataset.
         *
         *     Permission: `data:read`.
         */
        get: operations["repairs.list"];
        put?: never;
        /**
         * Compute suggested repairs
         * @description Enqueues a job that reads all files of the dataset. When it is completed, list the suggestions.
         *
         *     Permission: `data:write`.
         */
        post: operations["repairs.compute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine/suggestions/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show rows before and after a suggested repair
         * @description Changes nothing.
         *
         *     Permission: `data:read`.
         */
        get: operations["repairs.try"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine/suggestions/{id}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a suggested repair
         * @description Sets the changed contract and enqueues the replays of its rows, in one transaction. A second call changes nothing.
         *
         *     Permission: `data:write`.
         */
        post: operations["repairs.apply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a quarantined row with its errors, contract and corrections
         * @description Permission: `data:read`.
         */
        get: operations["quarantine.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check corrected values of a quarantined row without storing them
         * @description Permission: `data:read`.
         */
        post: operations["quarantine.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine-import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct quarantined rows from an edited CSV export
         * @description Compares each row with its original by the column `_cf_id`. Rows with valid changes are corrected and replayed; the others are reported and left alone. With `dry_run`, nothing is stored.
         *
         *     Permission: `data:write`.
         */
        post: operations["quarantine.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine/{id}/correct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct values of a quarantined row
         * @description The corrected row must satisfy the contract (422 CORRECTION_INVALID). Stores the correction and enqueues the replay that moves the row to the dataset. The original is kept; the lineage of the row shows both. The correction is applied again whenever the same content is read.
         *
         *     Permission: `data:write`.
         */
        post: operations["quarantine.correct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/skipped-lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lines of files that are not part of a row, by job and line
         * @description Permission: `data:read`.
         */
        get: operations["skipped-lines.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents, oldest first
         * @description Permission: `docs:read`.
         */
        get: operations["documents.list"];
        put?: never;
        /**
         * Add a document
         * @description The same kind and reference again return the existing document.
         *
         *     Permission: `docs:upload`.
         */
        post: operations["documents.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a document
         * @description Permission: `docs:read`.
         */
        get: operations["documents.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a document
         * @description Permission: `docs:read`.
         */
        get: operations["documents.versions"];
        put?: never;
        /**
         * Upload a version of a document; its facts are read by a job
         * @description Permission: `docs:upload`.
         */
        post: operations["documents.upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/document-versions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a version of a document
         * @description Permission: `docs:read`.
         */
        get: operations["document-versions.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/document-versions/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the content of a version of a document
         * @description Permission: `docs:read`.
         */
        get: operations["document-versions.content"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List facts, oldest first
         * @description Permission: `docs:read`.
         */
        get: operations["facts.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List snapshots, oldest first
         * @description Permission: `docs:read`.
         */
        get: operations["snapshots.list"];
        put?: never;
        /**
         * Create a snapshot, and build it if facts are given
         * @description Permission: `snapshot:build`.
         */
        post: operations["snapshots.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/snapshots/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a snapshot
         * @description Permission: `docs:read`.
         */
        get: operations["snapshots.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/snapshots/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add facts to a snapshot and build it
         * @description Permission: `snapshot:build`.
         */
        post: operations["snapshots.items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/snapshots/{id}/seal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Seal a snapshot: nothing can change it from now on
         * @description Permission: `snapshot:seal`.
         */
        post: operations["snapshots.seal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rule packages, oldest first
         * @description Permission: `rules:read`.
         */
        get: operations["rule-packages.list"];
        put?: never;
        /**
         * Add a rule package
         * @description Permission: `rules:write`.
         */
        post: operations["rule-packages.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-packages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a rule package
         * @description Permission: `rules:read`.
         */
        get: operations["rule-packages.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-packages/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a rule package
         * @description Permission: `rules:read`.
         */
        get: operations["rule-packages.versions"];
        put?: never;
        /**
         * Add a version of rules
         * @description Permission: `rules:write`.
         */
        post: operations["rule-packages.add-version"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-package-versions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a version of rules with its sources
         * @description Permission: `rules:read`.
         */
        get: operations["rule-package-versions.get"];
        put?: never;
        post?: never;
        /**
         * Retire a version of rules
         * @description Permission: `rules:publish`.
         */
        delete: operations["rule-package-versions.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-package-versions/{id}:publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish validated rules
         * @description Permission: `rules:publish`.
         */
        post: operations["rule-package-versions.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-package-versions/{id}:deprecate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deprecate rules
         * @description Permission: `rules:publish`.
         */
        post: operations["rule-package-versions.deprecate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-package-versions/{id}/test-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the test runs of a version of rules
         * @description Permission: `rules:read`.
         */
        get: operations["rule-package-versions.test-runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-package-versions/{id}/tests:run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the tests of a version of rules
         * @description Permission: `rules:test`.
         */
        post: operations["rule-package-versions.run-tests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/battery-products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List battery products, oldest first
         * @description Permission: `passport:read`.
         */
        get: operations["battery-products.list"];
        put?: never;
        /**
         * Add a battery product
         * @description Permission: `passport:compile`.
         */
        post: operations["battery-products.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/battery-products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a battery product, by its id or SKU
         * @description Permission: `passport:read`.
         */
        get: operations["battery-products.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List passports, oldest first
         * @description Permission: `passport:read`.
         */
        get: operations["passports.list"];
        put?: never;
        /**
         * Create the passport of a battery product
         * @description Permission: `passport:compile`.
         */
        post: operations["passports.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a passport
         * @description Permission: `passport:read`.
         */
        get: operations["passports.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passports/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a passport
         * @description Permission: `passport:read`.
         */
        get: operations["passports.versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passports/{id}/compile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compile a version of a passport; jobs sign it and draw its QR code
         * @description Permission: `passport:compile`.
         */
        post: operations["passports.compile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a version of a passport
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/payload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the payload of a version of a passport
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.payload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the proof of a version of a passport
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.proof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the receipt of a version of a passport
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.receipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/qr.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the qr.png of a version of a passport
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.qr-png"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download everything that verifies a version of a passport
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.bundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a signed version into force; it supersedes the one before
         * @description Permission: `passport:sign`.
         */
        post: operations["passport-versions.activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a version of a passport
         * @description Permission: `passport:revoke`.
         */
        post: operations["passport-versions.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compile a version again from stored bytes and verify its signature
         * @description Permission: `passport:replay`.
         */
        post: operations["passport-versions.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/battery-products/{id}/batteries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the passports of many batteries of a model; jobs do it
         * @description Permission: `passport:sign`.
         */
        post: operations["battery-batches.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/battery-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches of batteries, oldest first
         * @description Permission: `passport:read`.
         */
        get: operations["battery-batches.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/battery-batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how far a batch of batteries is
         * @description Permission: `passport:read`.
         */
        get: operations["battery-batches.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/battery-batches/{id}/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the batteries of a batch that got no passport, and why
         * @description Permission: `passport:read`.
         */
        get: operations["battery-batches.problems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/readings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record readings of batteries; a job signs them
         * @description Permission: `passport:compile`.
         */
        post: operations["readings.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passports/{id}/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of a battery: readings, transfers, its end
         * @description Permission: `passport:read`.
         */
        get: operations["passports.statements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passports/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the signed history of a battery, which can be verified alone
         * @description Permission: `passport:read`.
         */
        get: operations["passports.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passports/{id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new version from readings
         * @description Permission: `passport:sign`.
         */
        post: operations["passports.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passports/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the passport of a battery, and link it to its successor
         * @description Permission: `passport:revoke`.
         */
        post: operations["passports.end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passports/{id}/predecessor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link a passport to the one that the battery had in another installation
         * @description Permission: `passport:sign`.
         */
        post: operations["passports.succeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List offers of responsibility and what became of them
         * @description Permission: `passport:read`.
         */
        get: operations["transfers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passports/{id}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offer the responsibility for a battery to another operator
         * @description Permission: `passport:sign`.
         */
        post: operations["transfers.offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an offer of responsibility
         * @description Permission: `passport:read`.
         */
        get: operations["transfers.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/{id}/offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the signed offer for the other operator
         * @description Permission: `passport:read`.
         */
        get: operations["transfers.file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record the signed decision of the other operator
         * @description Permission: `passport:sign`.
         */
        post: operations["transfers.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take over a passport for which you are responsible now, with its history
         * @description Permission: `passport:sign`.
         */
        post: operations["transfers.receive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an open offer back
         * @description Permission: `passport:sign`.
         */
        post: operations["transfers.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/status-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign the next status list
         * @description Permission: `passport:sign`.
         */
        post: operations["status-lists.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/status-lists/{purpose}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the newest status list
         * @description Permission: `passport:read`.
         */
        get: operations["status-lists.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the facts of a version lack by law
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/battery-data/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List what the data of a battery lacks by law
         * @description Permission: `passport:read`.
         */
        post: operations["battery-data.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/battery-data/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the facts of a passport in a public data model, and what could not be mapped
         * @description Permission: `passport:read`.
         */
        post: operations["battery-data.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the exports of a version, oldest first
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.exports"];
        put?: never;
        /**
         * Export an active version for an audience; a job makes the file
         * @description Permission: `passport:sign`.
         */
        post: operations["passport-versions.export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what an audience sees of a version; other fields are left out
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.view"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-exports/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an export
         * @description Permission: `passport:read`.
         */
        get: operations["passport-exports.content"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/preview.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the page that a phone opens, as an audience sees it
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.preview-page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/preview.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the PDF of a version, as an audience sees it
         * @description An export stores the same file with its hash, once the version is active.
         *
         *     Permission: `passport:read`.
         */
        get: operations["passport-versions.preview-pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List passports with their newest version, newest first
         * @description Permission: `passport:read`.
         */
        get: operations["passports.overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/pipeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how far a version has come, with its jobs
         * @description Also for a version whose compilation has not ended.
         *
         *     Permission: `passport:read`.
         */
        get: operations["passport-versions.pipeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show where the value of a field comes from, as a tree
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.explain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show which fields changed since another version, and why
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify hashes, proof and signature of a version
         * @description Permission: `passport:read`.
         */
        get: operations["passport-versions.verify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{id}/qr.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw a QR code of a version
         * @description Without a link, it has the hashes for offline verification. With one, a phone opens the public page.
         *
         *     Permission: `passport:read`.
         */
        get: operations["passport-versions.qr-svg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes
         * @description Server-sent events. `ready` begins a stream. `change` names what changed since the last message in `resources` (`job`, `file`, `queue` …); read it again. With the permission `audit:read`, `events` has the events of the log themselves, without their payloads, each once. `reset` means that too much was missed: reload everything. The `id` of a message is a place in the log: send it back as `Last-Event-ID` to continue there, also after a restart of the server. Changes of half a second are told together; a comment is sent every 15 seconds.
         *
         *     Permission: `jobs:read`.
         */
        get: operations["events.stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, newest first
         * @description Permission: `audit:read`.
         */
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an event with its place in the tree
         * @description Permission: `audit:read`.
         */
        get: operations["events.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, under the name of the passport specification
         * @description Permission: `audit:read`.
         */
        get: operations["audit.events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recompute every chain of the event log and compare it with the signed tree heads
         * @description Reads the whole log: about 30 seconds for a million events.
         *
         *     Permission: `audit:read`.
         */
        post: operations["audit.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/tree-heads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signed tree heads of the event log, newest first
         * @description Permission: `audit:read`.
         */
        get: operations["audit.heads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the event log as lines of JSON that can be verified elsewhere
         * @description Permission: `audit:read`.
         */
        get: operations["audit.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Permission: `tenant:admin`.
         */
        get: operations["webhooks.list"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description The response has the secret that signs deliveries. It is never shown again.
         *
         *     Permission: `tenant:admin`.
         */
        post: operations["webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a webhook endpoint
         * @description Permission: `tenant:admin`.
         */
        get: operations["webhooks.get"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook endpoint
         * @description Permission: `tenant:admin`.
         */
        delete: operations["webhooks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep deliveries waiting
         * @description Permission: `tenant:admin`.
         */
        post: operations["webhooks.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again
         * @description Permission: `tenant:admin`.
         */
        post: operations["webhooks.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook endpoint a new secret
         * @description Permission: `tenant:admin`.
         */
        post: operations["webhooks.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Permission: `tenant:admin`.
         */
        post: operations["webhooks.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries, newest first
         * @description Permission: `tenant:admin`.
         */
        get: operations["webhooks.deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a webhook delivery with its attempts
         * @description Permission: `tenant:admin`.
         */
        get: operations["webhooks.delivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the event of a delivery again
         * @description Permission: `tenant:admin`.
         */
        post: operations["webhooks.redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List which events webhook endpoints receive
         * @description Permission: `tenant:admin`.
         */
        get: operations["webhook-subscriptions.list"];
        put?: never;
        /**
         * Let a webhook endpoint receive more events
         * @description A subscription that exists already is returned.
         *
         *     Permission: `tenant:admin`.
         */
        post: operations["webhook-subscriptions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a webhook subscription
         * @description Permission: `tenant:admin`.
         */
        get: operations["webhook-subscriptions.get"];
        put?: never;
        post?: never;
        /**
         * Let a webhook endpoint no longer receive these events
         * @description Permission: `tenant:admin`.
         */
        delete: operations["webhook-subscriptions.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Permission: `access:admin`.
         */
        get: operations["keys.list"];
        put?: never;
        /**
         * Create an API key for this tenant
         * @description The response has the key. It is never shown again, and not stored for repeated requests.
         *
         *     Permission: `access:admin`.
         */
        post: operations["keys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Permission: `access:admin`.
         */
        delete: operations["keys.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show who you are and what you may do
         * @description Permission: `jobs:read`.
         */
        get: operations["session.get"];
        put?: never;
        /**
         * Open a session for a browser
         * @description Send the key in the Authorization header. The response sets a cookie that stands for it for 24 hours, until the server restarts or the key is revoked.
         *
         *     Permission: `jobs:read`.
         */
        post: operations["session.open"];
        /**
         * End the session of a browser
         * @description Permission: `jobs:read`.
         */
        delete: operations["session.close"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count where the rows of all files are
         * @description Permission: `data:read`.
         */
        get: operations["stats.rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count ended jobs
         * @description How many attempts ended and how long they took, for charts. Kept by minute for 2 days, by hour for 30 days and by day for a year, also for jobs that were deleted.
         *
         *     Permission: `jobs:read`.
         */
        get: operations["stats.jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show every setting of this server and where its value comes from
         * @description Permission: `installation:read`, with a key of the default tenant.
         */
        get: operations["settings.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check everything that the installation depends on, as the doctor does
         * @description Permission: `installation:read`, with a key of the default tenant.
         */
        get: operations["checks.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sources of prices
         * @description Permission: `prices:read`.
         */
        get: operations["sources.list"];
        put?: never;
        /**
         * Add a source of prices
         * @description Adapters and credentials use files and secrets of workers, so they need a key of the default tenant.
         *
         *     Permission: `prices:write`.
         */
        post: operations["sources.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/source-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show which sources work, and how many jobs wait for them
         * @description Permission: `prices:read`.
         */
        get: operations["sources.health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a source, its limits and its breaker
         * @description Permission: `prices:read`.
         */
        get: operations["sources.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change fields of a source
         * @description Members that are not sent stay as they are. If-Match takes the ETag of the source.
         *
         *     Permission: `prices:write`.
         */
        patch: operations["sources.edit"];
        trace?: never;
    };
    "/v1/sources/{name}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send no requests for a while
         * @description Permission: `prices:write`.
         */
        post: operations["sources.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{name}/isolate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send no requests until resume, not even a probe
         * @description Permission: `prices:write`.
         */
        post: operations["sources.isolate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{name}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send requests again
         * @description Permission: `prices:write`.
         */
        post: operations["sources.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{name}/probe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a source before its cooldown is over
         * @description Permission: `prices:write`.
         */
        post: operations["sources.probe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{name}/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the newest rows that break the contract of a source, at most 10000
         * @description Permission: `prices:read`.
         */
        get: operations["sources.quarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/source-activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count requests, failures and cache hits of all sources
         * @description ok: a page. refused: another response (4xx). limited: asked to wait. failed: counts for the breaker. cached and stale: answered without a request. Kept for 48 hours; durations are estimated from buckets.
         *
         *     Permission: `prices:read`.
         */
        get: operations["sources.activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{name}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the newest changes of a source and its breaker, at most 50
         * @description Permission: `prices:read`.
         */
        get: operations["sources.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{name}/robots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what robots.txt says about a source, as far as it was read
         * @description Permission: `prices:read`.
         */
        get: operations["sources.robots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/intakes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List items to value, oldest first
         * @description Permission: `prices:read`.
         */
        get: operations["intakes.list"];
        put?: never;
        /**
         * Add an item to value
         * @description Permission: `prices:write`.
         */
        post: operations["intakes.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/intake-imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add many items to value
         * @description Items without a reference get one from their content, so importing them again adds nothing.
         *
         *     Permission: `prices:write`.
         */
        post: operations["intakes.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/intakes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an item, its value, and what each source has
         * @description Permission: `prices:read`.
         */
        get: operations["intakes.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prices by item and source
         * @description Permission: `prices:read`.
         */
        get: operations["prices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Collect prices now
         * @description Enqueues a job for each pair of item and source that has no unfinished one. Workers run them; sources keep their limits.
         *
         *     Permission: `prices:write`.
         */
        post: operations["collections.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/valuations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List items with their values, newest items first
         * @description Permission: `prices:read`.
         */
        get: operations["valuations.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/intakes/{id}/valuation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the value of an item, with every price and the reason why it counts or not
         * @description Permission: `prices:read`.
         */
        get: operations["valuations.get"];
        put?: never;
        /**
         * Value an item again
         * @description For today, with the prices and exchange rates as they are. A job does it.
         *
         *     Permission: `prices:write`.
         */
        post: operations["valuations.compute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/intakes/{id}/valuation/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the valuations of an item before the current one, at most 1000
         * @description Permission: `prices:read`.
         */
        get: operations["valuations.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Error: {
            error: {
                /** @description A stable code; the same that the command line prints */
                code: string;
                message: string;
                why?: string;
                /** @description What to do about it */
                next?: components["schemas"]["Hint"][];
                correlation_id?: string;
                details?: {
                    [key: string]: unknown;
                };
            };
        };
        Hint: string | {
            text: string;
            action?: string;
            arguments?: string[];
            options?: {
                [key: string]: string | number | boolean;
            };
        };
        Job: {
            id: string;
            type: string;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "completed_with_warnings" | "failed" | "dead_letter" | "cancelled";
            tenant: string;
            queue: string;
            priority: number;
            attempts: number;
            max_attempts: number;
            crashes: number;
            run_at: string | null;
            created_at: string | null;
            started_at: string | null;
            finished_at: string | null;
            result: unknown;
            error: components["schemas"]["AttemptError"] | null;
            /** @description What the job is about, such as the path of its file */
            label: string | null;
        };
        AttemptError: {
            code: string;
            message: string;
            worker: string;
            attempt: number;
            started: string;
            ended: string;
            next?: components["schemas"]["Hint"][];
        } & {
            [key: string]: unknown;
        };
        CappedCount: {
            count: number;
            capped: boolean;
        };
        EnqueuedJob: {
            id: string;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "completed_with_warnings" | "failed" | "dead_letter" | "cancelled";
            deduplicated: boolean;
        };
        JobDetails: {
            id: string;
            type: string;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "completed_with_warnings" | "failed" | "dead_letter" | "cancelled";
            tenant: string;
            queue: string;
            priority: number;
            attempts: number;
            max_attempts: number;
            crashes: number;
            run_at: string | null;
            created_at: string | null;
            started_at: string | null;
            finished_at: string | null;
            result: unknown;
            error: components["schemas"]["AttemptError"] | null;
            /** @description What the job is about, such as the path of its file */
            label: string | null;
            payload: unknown;
            errors: components["schemas"]["AttemptError"][];
            fence: number;
            lease_owner: string | null;
            lease_expires_at: string | null;
            heartbeat_at: string | null;
            cancel_requested_at: string | null;
            progress: {
                [key: string]: unknown;
            } | null;
            spec_hash: string | null;
            idempotency_key: string | null;
            parent_job_id: string | null;
            /** @description Where the trace of the caller continues */
            traceparent: string | null;
            /** @description The request that the job comes from */
            correlation_id: string | null;
        };
        BulkOperation: {
            id: string;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "completed_with_warnings" | "failed" | "dead_letter" | "cancelled";
            /** @enum {string} */
            target: "jobs" | "quarantine";
            /** @enum {string} */
            action: "retry" | "cancel" | "delete" | "priority" | "replay" | "discard";
            filter: {
                [key: string]: unknown;
            };
            actor: string | null;
            asked_at: string | null;
            finished_at: string | null;
            expected_count: number;
            /** @description So far */
            changed: number;
            /** @description Their state does not allow the change */
            skipped: number;
            /** @description Why it failed */
            error: {
                code: string;
                message: string;
            } | null;
        };
        Task: {
            id: string;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "completed_with_warnings" | "failed" | "dead_letter" | "cancelled";
            spec_hash: string;
            command: string[];
            tenant: string;
            queue: string;
            priority: number;
            attempts: number;
            max_attempts: number;
            result: unknown;
            error: {
                [key: string]: unknown;
            } | null;
            exit_code: number | null;
            duration_ms: number | null;
            replay_of: string | null;
            run_at: string | null;
            created_at: string | null;
            started_at: string | null;
            finished_at: string | null;
        };
        Queue: {
            name: string;
            pending: number;
            running: number;
            paused: boolean;
            paused_at: string | null;
            reason: string | null;
            limit: {
                /** @description How many of its jobs run at the same time */
                concurrency: number | null;
                /** @description How many start per minute; 0 starts none */
                rate_per_minute: number | null;
                /** @description How many may start at once after a pause */
                burst: number | null;
            } | null;
            waiting_for_limits: number;
            /** @description How long its oldest job that is due has waited */
            oldest_ready_seconds: number | null;
        };
        Schedule: {
            name: string;
            cron: string;
            timezone: string;
            tenant: string;
            queue: string;
            type: string;
            payload: unknown;
            priority: number;
            max_attempts: number;
            /** @enum {string} */
            catch_up: "latest" | "all" | "none";
            next_run_at: string | null;
            last_run_at: string | null;
            last_job_id: string | null;
            created_at: string | null;
        };
        Worker: {
            id: string;
            host: string;
            pid: number;
            types: string[];
            /** @description Null: all */
            queues: string[] | null;
            /** @description Null: all */
            tenants: string[] | null;
            concurrency: number;
            /** @description Its last heartbeat is more recent than its lease time */
            alive: boolean;
            started_at: string | null;
            heartbeat_at: string | null;
        };
        Parser: {
            name: string;
            version: string;
            /** @enum {string} */
            language: "python" | "node";
            entrypoint: string;
            source_hash: string;
            lockfile_hash: string | null;
            files: number;
            imports: string[];
            /** @description It may use the network */
            network: boolean;
            topics: string[];
            registered_at: string | null;
            retired_at: string | null;
            current: boolean;
        };
        File: {
            id: string;
            path: string;
            /** @enum {string} */
            status: "new" | "pending" | "processed" | "failed" | "missing";
            hash: string;
            size_bytes: number;
            tags: string[];
            topics: string[];
            parsers: {
                parser: string;
                version: string;
                job_id: string;
                status: string;
            }[];
            modified_at: string | null;
            discovered_at: string | null;
            scanned_at: string | null;
            missing_at: string | null;
        };
        FileRule: {
            pattern: string;
            topic: string;
            created_at: string | null;
        };
        Inspection: {
            id: string;
            name: string;
            size_bytes: number;
            expires_at: string | null;
            /** @description How much of a large file was read; null: all of it */
            sampled_bytes: number | null;
            format: string;
            compression: string;
            dialect: {
                delimiter: string | null;
                quote: string | null;
                escape: string | null;
                encoding: string | null;
                header_lines: number | null;
                preamble_lines: number | null;
                line_end: string | null;
            };
            /** @description How a line reads in other encodings */
            encodings: {
                name: string;
                sample: string;
            }[];
            columns: ({
                name: string;
                type: string;
                nullable: boolean;
                evidence: string[];
                /** @description Types that fit as well. If there are some, it is a question */
                alternatives: {
                    type: string;
                    format: string | null;
                    why: string;
                    misfits: number;
                }[];
            } & {
                [key: string]: unknown;
            })[];
            rows: number;
            accounting: {
                lines: number;
                header: number;
                preamble: number;
                valid: number;
                quarantined: number;
                skipped: number;
            } | null;
            notes: string[];
            skipped: {
                line: number;
                kind: string;
                reason: string;
            }[];
            /** @description The first ones */
            problems: {
                row: number;
                column: string | null;
                message: string;
            }[];
            /** @description The first lines; null: not text */
            lines: {
                line: number;
                text: string;
            }[] | null;
            /** @description For later files like this one */
            contract: unknown;
            /** @description The first rows as they would be stored */
            items: {
                [key: string]: unknown;
            }[];
        };
        Dataset: {
            name: string;
            rows: number;
            files: number;
            bytes: number;
            parser: string;
            updated_at: string | null;
            output: string;
            versions: string[];
        };
        ColumnProfile: {
            name: string;
            type: string;
            nulls: number;
            distinct: number;
            distinct_is_exact: boolean;
            /** @description As text */
            min: string | null;
            max: string | null;
            /** @description Rows in equal steps from min to max, for numbers and times */
            histogram: number[] | null;
            /** @description The most frequent values of other types */
            frequent: {
                value: string;
                rows: number;
            }[];
        };
        DatasetContract: {
            dataset: string;
            hash: string;
            origin: string;
            source: string | null;
            set_at: string | null;
            /** @description No file may widen it */
            frozen: boolean;
            /** @description How it differs from the version before it */
            changes: string[];
            contract: unknown;
        };
        QuarantinedRow: {
            job_id: string;
            output: string;
            source: string;
            row_number: number;
            column: string | null;
            error_type: string;
            error_message: string;
            status: string;
            /** @description Its job failed, so it cannot be replayed or corrected */
            failed: boolean;
            id: string;
            raw: unknown;
        };
        RepairReport: {
            dataset: string;
            parser: string;
            output: string;
            contract_hash: string;
            quarantined: number;
            /** @description Quarantined rows that need only a replay */
            already_valid: number;
            files: number;
            rows: number;
            /** @description Files that could not be read, with the reason */
            unread: string[];
            groups: {
                column: string | null;
                error_type: string;
                rows: number;
                /** @description A value as JSON */
                example: string | null;
                suggestions: {
                    id: string;
                    /** @description null_word, alias, date_format, decimal_style, bool_words or wider_type */
                    kind: string;
                    /** @description One sentence */
                    change: string;
                    column: string;
                    /** @description The declaration of the column */
                    before: unknown;
                    after: unknown;
                    /** @description Quarantined rows that become valid */
                    repairs: number;
                    /** @description Rows of the group that stay quarantined */
                    leaves: number;
                    /** @description Those of them that only other columns keep in quarantine then */
                    helps: number;
                    /** @description Accepted rows that would become invalid; null if unknown */
                    breaks: number | null;
                    applicable: boolean;
                }[];
                refused: {
                    id: string;
                    /** @description null_word, alias, date_format, decimal_style, bool_words or wider_type */
                    kind: string;
                    /** @description One sentence */
                    change: string;
                    column: string;
                    /** @description The declaration of the column */
                    before: unknown;
                    after: unknown;
                    /** @description Quarantined rows that become valid */
                    repairs: number;
                    /** @description Rows of the group that stay quarantined */
                    leaves: number;
                    /** @description Those of them that only other columns keep in quarantine then */
                    helps: number;
                    /** @description Accepted rows that would become invalid; null if unknown */
                    breaks: number | null;
                    reason: string;
                    changes: number;
                    conflict: string | null;
                }[];
            }[];
            computed_at: string;
        };
        QuarantinedRowDetail: {
            parser: string;
            file_id: string;
            errors: {
                column: string | null;
                error_type: string;
                error_message: string;
            }[];
            resolved_by: string | null;
            reason: string | null;
            created_at: string | null;
            resolved_at: string | null;
            /** @description What the contract demands now */
            columns: {
                name: string;
                declaration: unknown;
                required: boolean;
            }[];
            /** @description The newest last */
            corrections: components["schemas"]["Correction"][];
            job_id: string;
            output: string;
            source: string;
            row_number: number;
            column: string | null;
            error_type: string;
            error_message: string;
            status: string;
            /** @description Its job failed, so it cannot be replayed or corrected */
            failed: boolean;
            id: string;
            raw: unknown;
        };
        Correction: {
            id: string;
            row_id: string;
            output: string;
            row_number: number;
            columns: {
                name: string;
                /** @description As JSON */
                old: string | null;
                new: string | null;
            }[];
            actor: string | null;
            corrected_at: string | null;
            /** @description The job that put the row into the dataset */
            used_by: string | null;
        };
        SkippedLine: {
            job_id: string;
            parser: string;
            source: string;
            line: number;
            /** @description Such as header, comment or footer */
            kind: string;
            reason: string;
            text: string;
        };
        Document: {
            document_id: string;
            kind: string;
            external_ref: string | null;
            versions: number;
            created_at: string | null;
        };
        DocumentVersion: {
            document_version_id: string;
            document_id: string;
            kind: string;
            version: number;
            /** @enum {string} */
            status: "UPLOADED" | "PARSED" | "VALIDATED" | "REJECTED";
            mime_type: string;
            sha256: string;
            size_bytes: number;
            source: {
                [key: string]: unknown;
            } | null;
            fact_count: number | null;
            problems: ({
                message: string;
            } & {
                [key: string]: unknown;
            })[];
            uploaded_at: string | null;
            parsed_at: string | null;
        };
        Fact: {
            fact_id: string;
            fact_type: string;
            fact_key: string;
            schema_version: number;
            payload: unknown;
            payload_hash: string;
            created_at: string | null;
        };
        Snapshot: {
            snapshot_id: string;
            /** @enum {string} */
            status: "BUILDING" | "READY" | "SEALED";
            label: string | null;
            fact_count: number | null;
            snapshot_hash: string | null;
            created_at: string | null;
            sealed_at: string | null;
        };
        RulePackage: {
            rule_package_id: string;
            name: string;
            versions: number;
            created_at: string | null;
        };
        RulePackageVersion: {
            rule_package_version_id: string;
            rule_package_id: string;
            name: string;
            version: number;
            /** @enum {string} */
            status: "DRAFT" | "VALIDATED" | "PUBLISHED" | "DEPRECATED" | "RETIRED";
            dsl_sha256: string;
            tests_sha256: string;
            created_at: string | null;
            published_at: string | null;
        };
        RuleTestRun: {
            run_id: string;
            rule_package_version_id: string;
            seed: number;
            total_cases: number;
            passed_count: number;
            failed_count: number;
            status: string;
            first_failure: unknown;
            created_at: string | null;
        };
        BatteryProduct: {
            battery_product_id: string;
            sku: string;
            name: string;
            created_at: string | null;
        };
        Passport: {
            passport_id: string;
            battery_product_id: string;
            sku: string;
            serial: string | null;
            current_passport_version_id: string | null;
            /** @enum {string} */
            life: "IN_USE" | "ENDED";
            end_reason: string | null;
            ended_at: string | null;
            successor: {
                passport_id: string | null;
                url: string | null;
                statement: string | null;
            } | null;
            predecessor: {
                passport_id: string | null;
                url: string | null;
                statement: string | null;
            } | null;
            operator: {
                identifier: string;
                name: string;
                public_key: string;
                since: string;
            } | null;
            statements: number;
            created_at: string | null;
        };
        PassportVersion: {
            passport_version_id: string;
            passport_id: string;
            serial: string | null;
            sku: string;
            /** @enum {string} */
            status: "COMPILING" | "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
            snapshot_id: string;
            rule_package_version_id: string;
            compiler_build_id: string;
            issued_at: string;
            payload_hash: string;
            proof_root_hash: string;
            receipt_hash: string;
            signing_key_id: string | null;
            signing_key_public: string | null;
            qr_payload: string | null;
            created_at: string | null;
            signed_at: string | null;
            activated_at: string | null;
            superseded_at: string | null;
            revoked_at: string | null;
            revoke_reason: string | null;
        };
        BatteryBatch: {
            batch_id: string;
            battery_product_id: string;
            snapshot_id: string;
            rule_package_version_id: string;
            document_version_id: string;
            signing_key_id: string;
            issued_at: string;
            activate: boolean;
            batteries: number;
            issued: number;
            unchanged: number;
            failed: number;
            remaining: number;
            created_at: string | null;
        };
        Statement: {
            statement_id: string;
            passport_id: string;
            sequence: number;
            kind: string;
            stated_at: string;
            body: {
                [key: string]: unknown;
            };
            hash: string;
            signing_key_id: string;
        };
        Transfer: {
            transfer_id: string;
            passport_id: string;
            /** @enum {string} */
            status: "OFFERED" | "ACCEPTED" | "REFUSED" | "WITHDRAWN" | "EXPIRED";
            operator: {
                identifier: string;
                name: string;
            };
            operator_key: string;
            offer_hash: string;
            expires_at: string;
            created_at: string | null;
            decided_at: string | null;
        };
        PassportOverview: {
            passport_id: string;
            sku: string;
            name: string;
            current_passport_version_id: string | null;
            versions: number;
            newest_version: {
                passport_version_id: string;
                /** @enum {string} */
                status: "COMPILING" | "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
                created_at: string | null;
                rules: string;
            } | null;
            created_at: string | null;
        };
        PassportPipeline: {
            passport_version_id: string;
            /** @enum {string} */
            status: "COMPILING" | "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
            steps: {
                /** @enum {string} */
                step: "documents" | "facts" | "snapshot" | "compiled" | "signed" | "qr" | "active";
                /** @enum {string} */
                state: "done" | "running" | "waiting" | "failed" | "ended";
                at: string | null;
                duration_ms: number | null;
                job_id: string | null;
                error: string | null;
            }[];
            documents: components["schemas"]["DocumentVersion"][];
            snapshot: components["schemas"]["Snapshot"];
        };
        Explanation: {
            /** @enum {string} */
            kind: "field" | "rule" | "fact" | "facts" | "document" | "dataset" | "file" | "row" | "operation" | "member" | "constant" | "check";
            label: string;
            value: unknown;
            source: {
                [key: string]: unknown;
            } | null;
            children: components["schemas"]["Explanation"][];
        };
        PassportDiff: {
            from: components["schemas"]["PassportVersion"];
            to: components["schemas"]["PassportVersion"];
            fields: number;
            rules_changed: boolean;
            changes: {
                path: string;
                /** @enum {string} */
                change: "added" | "removed" | "changed";
                before: unknown;
                after: unknown;
                rule_changed: boolean;
                facts: {
                    fact: string;
                    document: string | null;
                }[];
            }[];
            new_documents: components["schemas"]["DocumentVersion"][];
        };
        PassportVerification: {
            ok: boolean;
            checks: {
                name: string;
                ok: boolean;
                reason: string;
            }[];
        };
        Event: {
            event_id: string;
            event_type: string;
            aggregate_type: string;
            aggregate_id: string;
            aggregate_version: number;
            occurred_at: string;
            actor: string | null;
            tenant: string;
            payload: {
                [key: string]: unknown;
            };
            event_hash: string;
            prev_event_hash: string | null;
        };
        LogVerification: {
            ok: boolean;
            chains: number;
            events: number;
            broken: {
                aggregate_type: string;
                aggregate_id: string;
                aggregate_version: number;
                reason: string;
            }[];
            broken_chains: number;
            tree_heads: number;
            unsealed: number;
            complete: boolean;
            newest_head: components["schemas"]["TreeHead"] | null;
        };
        TreeHead: {
            tenant: string;
            tree_size: number;
            root_hash: string;
            signed_at: string;
            key_id: string;
            public_key: string;
            signature: string;
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            events: string[];
            /** @enum {string} */
            status: "active" | "paused" | "disabled" | "removed";
            status_reason: string | null;
            description: string | null;
            max_attempts: number;
            concurrency: number;
            rate: number | null;
            failing_since: string | null;
            created_at: string | null;
            tenant: string;
        };
        WebhookDelivery: {
            id: string;
            endpoint_id: string;
            event_id: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            http_status: number | null;
            attempts: number;
            delivered_at: string | null;
            error: string | null;
            event_type: string;
            created_at: string | null;
        };
        WebhookSubscription: {
            id: string;
            webhook_endpoint_id: string;
            event_type: string;
        };
        ApiKey: {
            id: string;
            name: string;
            /** @enum {string} */
            role: "Admin" | "Operator" | "ComplianceOfficer" | "Auditor" | "Reader";
            tenant: string;
            prefix: string;
            created_at: string | null;
            created_by: string | null;
            revoked_at: string | null;
        };
        Session: {
            actor: string;
            /** @enum {string} */
            role: "Admin" | "Operator" | "ComplianceOfficer" | "Auditor" | "Reader";
            tenant: string;
            permissions: ("passport:read" | "passport:compile" | "passport:sign" | "passport:replay" | "passport:revoke" | "rules:read" | "rules:write" | "rules:publish" | "rules:test" | "docs:upload" | "docs:read" | "snapshot:build" | "snapshot:seal" | "audit:read" | "access:admin" | "tenant:admin" | "jobs:read" | "jobs:write" | "data:read" | "data:write" | "prices:read" | "prices:write" | "installation:read" | "installation:write")[];
            /** @description May call what concerns all tenants, such as queues */
            installation: boolean;
            /** @description The server refuses changes */
            read_only: boolean;
            /** @description With an API key; otherwise the user who started the server, or anyone, if the server runs without authentication */
            with_key: boolean;
            version: string;
            /** @enum {string} */
            store: "sqlite" | "postgresql";
        };
        RowCounts: {
            /** @description In datasets */
            valid: number;
            quarantined: number;
            /** @description Discarded by a person */
            discarded: number;
            /** @description Lines that are no rows: titles, remarks, sums */
            skipped: number;
        };
        JobStats: {
            from: string | null;
            to: string | null;
            step_seconds: number;
            total: {
                /** @description Ended attempts by outcome; retried: another attempt follows */
                counts: {
                    completed: number;
                    completed_with_warnings: number;
                    failed: number;
                    dead_letter: number;
                    cancelled: number;
                    retried: number;
                };
                duration_ms: {
                    average: number | null;
                    p50: number | null;
                    p95: number | null;
                    longest: number | null;
                };
                /** @description From the time when a job was due to its claim */
                average_wait_ms: number | null;
            };
            groups: {
                queue: string;
                type: string;
                /** @description Ended attempts by outcome; retried: another attempt follows */
                counts: {
                    completed: number;
                    completed_with_warnings: number;
                    failed: number;
                    dead_letter: number;
                    cancelled: number;
                    retried: number;
                };
                duration_ms: {
                    average: number | null;
                    p50: number | null;
                    p95: number | null;
                    longest: number | null;
                };
                /** @description From the time when a job was due to its claim */
                average_wait_ms: number | null;
            }[];
            /** @description One for each step, 181 at most */
            points: {
                at: string | null;
                /** @description Ended attempts by outcome; retried: another attempt follows */
                counts: {
                    completed: number;
                    completed_with_warnings: number;
                    failed: number;
                    dead_letter: number;
                    cancelled: number;
                    retried: number;
                };
                duration_ms: {
                    average: number | null;
                    p50: number | null;
                    p95: number | null;
                    longest: number | null;
                };
                /** @description From the time when a job was due to its claim */
                average_wait_ms: number | null;
            }[];
        };
        Settings: {
            settings: {
                [key: string]: {
                    /** @description Masked if it is a secret */
                    value: unknown;
                    /** @description flag, environment, file or default */
                    source: string;
                    /** @description The name of the flag or variable, or the file */
                    from: string | null;
                    description: string;
                    is_secret: boolean;
                };
            };
        };
        Source: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "json" | "html" | "csv" | "feed" | "adapter";
            url: string;
            enabled: boolean;
            /** @enum {string} */
            state: "closed" | "open" | "half_open" | "isolated";
            failure_streak: number;
            paused_until: string | null;
            tokens_left: number | null;
            last_success_at: string | null;
            last_failure_at: string | null;
            last_failure: string | null;
            pause_reason: string | null;
            rate_per_minute: number | null;
            burst: number;
            concurrency: number;
            cache_ttl_seconds: number;
            negative_ttl_seconds: number;
            max_stale_seconds: number;
            refresh_seconds: number;
            max_pages: number;
            obey_robots: boolean;
            trust: number;
            terms: string | null;
            extract: unknown;
            contract: unknown;
            /** @description References to secrets, never their values */
            credentials: {
                [key: string]: string;
            };
            revision: number;
            created_at: string | null;
        } & {
            [key: string]: unknown;
        };
        SourceHealth: {
            name: string;
            enabled: boolean;
            /** @enum {string} */
            state: "closed" | "open" | "half_open" | "isolated";
            failure_streak: number;
            last_success_at: string | null;
            last_failure_at: string | null;
            last_failure: string | null;
            paused_until: string | null;
            waiting_jobs: number;
            running_jobs: number;
            stalled: boolean;
        };
        BrokenRow: {
            id: string;
            intake_id: string;
            job_id: string;
            response_id: string | null;
            row: number;
            column: string | null;
            type: string;
            reason: string;
            /** @description JSON */
            raw: string;
            created_at: string | null;
        };
        SourceActivity: {
            from: string | null;
            to: string | null;
            step_seconds: number;
            sources: {
                source: string;
                total: {
                    ok: number;
                    refused: number;
                    limited: number;
                    failed: number;
                    cached: number;
                    stale: number;
                    requests: number;
                    p50_ms: number | null;
                    p95_ms: number | null;
                    average_wait_ms: number | null;
                };
                points: {
                    at: string | null;
                    ok: number;
                    refused: number;
                    limited: number;
                    failed: number;
                    cached: number;
                    stale: number;
                    requests: number;
                    p50_ms: number | null;
                    p95_ms: number | null;
                    average_wait_ms: number | null;
                }[];
            }[];
        };
        Intake: {
            id: string;
            ref: string | null;
            title: string;
            year: number | null;
            mint_mark: string | null;
            denomination: string | null;
            series: string | null;
            attributes: {
                [key: string]: string;
            };
            created_at: string | null;
        };
        IntakeDetails: {
            id: string;
            ref: string | null;
            title: string;
            year: number | null;
            mint_mark: string | null;
            denomination: string | null;
            series: string | null;
            attributes: {
                [key: string]: string;
            };
            created_at: string | null;
            value_cents: number | null;
            currency: string | null;
            collections: {
                source: string;
                job_id: string;
                collected_at: string | null;
                points: number;
            }[];
        };
        Price: {
            intake_id: string;
            source: string;
            source_id: string;
            dedupe_key: string;
            external_id: string | null;
            price_cents: number;
            currency: string;
            /** @enum {string} */
            price_type: "sold" | "bid" | "ask";
            observed_at: string | null;
            match_strength: number;
            url: string | null;
            title: string | null;
            response_id: string | null;
            row_number: number | null;
            first_seen_at: string | null;
            last_seen_at: string | null;
            seen_count: number;
        } & {
            [key: string]: unknown;
        };
        ValuedIntake: {
            intake_id: string;
            ref: string | null;
            title: string;
            year: number | null;
            /** @description Prices that were found, also those that do not count */
            points: number;
            value_cents: number | null;
            low_cents: number | null;
            high_cents: number | null;
            currency: string | null;
            n: number;
            confidence: string | null;
            valued_at: string | null;
        };
        Valuation: {
            intake_id: string;
            value_cents: number | null;
            low_cents: number | null;
            high_cents: number | null;
            currency: string | null;
            n: number;
            n_eff: number;
            confidence: string;
            /** @enum {string} */
            value_type: "sold" | "last_sale" | "indicative" | "none";
            ask_low_cents: number | null;
            bid_floor_cents: number | null;
            as_of: string;
            algorithm: string;
            inputs_hash: string;
            points: ({
                source_id: string;
                dedupe_key: string;
                included: boolean;
                reason: string;
                weight: number;
                price_cents: number | null;
                /** @enum {string} */
                price_type: "sold" | "bid" | "ask";
                observed_on: string;
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        ValuationVersion: {
            version: number;
            value_cents: number | null;
            low_cents: number | null;
            high_cents: number | null;
            currency: string | null;
            n: number;
            confidence: string;
            inputs_hash: string;
            valued_at: string | null;
        };
    };
    responses: {
        /** @description An error */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    "jobs.list": {
        parameters: {
            query?: {
                /** @description Only these jobs */
                id?: string[];
                /** @description In one of these states; aliases such as queued work too */
                status?: string[];
                type?: string;
                queue?: string;
                /** @description File jobs of this parser */
                parser?: string;
                /** @description The code of the last error */
                code?: string;
                /** @description A part of the message of the last error */
                message?: string;
                /** @description A value in the payload: `order.country=NO` */
                payload?: string[];
                /** @description Created longer ago, such as 1h */
                older_than?: string;
                /** @description Created more recently, such as 30m */
                newer_than?: string;
                /** @description Created after this time */
                created_after?: string;
                /** @description Created before this time */
                created_before?: string;
                /** @description Enqueued by this job */
                parent?: string;
                /** @description That come from this request */
                correlation_id?: string;
                /** @description In none of these states */
                not_status?: string[];
                /** @description Of none of these types */
                not_type?: string[];
                /** @description In none of these queues */
                not_queue?: string[];
                /** @description Whose last error has none of these codes */
                not_code?: string[];
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Job"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "jobs.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    type: string;
                    payload?: unknown;
                    queue?: string;
                    /** @description 0 critical, 1 high, 2 normal, 3 low */
                    priority?: number;
                    /**
                     * Format: date-time
                     * @description Not before this time
                     */
                    run_at?: string;
                    max_attempts?: number;
                    idempotency_key?: string;
                    /** @description Accept a type that no worker serves yet */
                    allow_unknown_type?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnqueuedJob"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "jobs.count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pending: components["schemas"]["CappedCount"];
                        running: components["schemas"]["CappedCount"];
                        completed: components["schemas"]["CappedCount"];
                        completed_with_warnings: components["schemas"]["CappedCount"];
                        failed: components["schemas"]["CappedCount"];
                        dead_letter: components["schemas"]["CappedCount"];
                        cancelled: components["schemas"]["CappedCount"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "jobs.histogram": {
        parameters: {
            query?: {
                /** @description Only these jobs */
                id?: string[];
                /** @description In one of these states; aliases such as queued work too */
                status?: string[];
                type?: string;
                queue?: string;
                /** @description File jobs of this parser */
                parser?: string;
                /** @description The code of the last error */
                code?: string;
                /** @description A part of the message of the last error */
                message?: string;
                /** @description A value in the payload: `order.country=NO` */
                payload?: string[];
                /** @description Created longer ago, such as 1h */
                older_than?: string;
                /** @description Created more recently, such as 30m */
                newer_than?: string;
                /** @description Created after this time */
                created_after?: string;
                /** @description Created before this time */
                created_before?: string;
                /** @description Enqueued by this job */
                parent?: string;
                /** @description That come from this request */
                correlation_id?: string;
                /** @description In none of these states */
                not_status?: string[];
                /** @description Of none of these types */
                not_type?: string[];
                /** @description In none of these queues */
                not_queue?: string[];
                /** @description Whose last error has none of these codes */
                not_code?: string[];
                /** @description How far back, such as 1h, 24h, 7d or 30d; 365d at most */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: string | null;
                        step_seconds: number;
                        /** @description One for each step, oldest first */
                        counts: number[];
                        /** @description Also those before `from` */
                        matched: components["schemas"]["CappedCount"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "jobs.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetails"];
                };
            };
            /** @description The client has this version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    "jobs.why": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        status: "pending" | "running" | "completed" | "completed_with_warnings" | "failed" | "dead_letter" | "cancelled";
                        reasons: {
                            code: string;
                            message: string;
                            next: components["schemas"]["Hint"][];
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "jobs.logs": {
        parameters: {
            query?: {
                attempt?: number;
            };
            header?: never;
            path: {
                /** @description The id of the job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            at: string | null;
                            attempt: number;
                            fence: number;
                            level: string;
                            message: string;
                        }[];
                        /** @description The output of its program may be on the machine of its worker */
                        may_be_elsewhere: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "jobs.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetails"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "jobs.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetails"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "jobs.run-now": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetails"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "bulk.count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    target: "jobs";
                    /** @enum {string} */
                    action: "retry" | "cancel" | "delete" | "priority";
                    filter: {
                        /** @description Only these jobs */
                        id?: string[];
                        /** @description In one of these states; aliases such as queued work too */
                        status?: string[];
                        type?: string;
                        queue?: string;
                        /** @description File jobs of this parser */
                        parser?: string;
                        /** @description The code of the last error */
                        code?: string;
                        /** @description A part of the message of the last error */
                        message?: string;
                        /** @description A value in the payload: `order.country=NO` */
                        payload?: string[];
                        /** @description Created longer ago, such as 1h */
                        older_than?: string;
                        /** @description Created more recently, such as 30m */
                        newer_than?: string;
                        /**
                         * Format: date-time
                         * @description Created after this time
                         */
                        created_after?: string;
                        /**
                         * Format: date-time
                         * @description Created before this time
                         */
                        created_before?: string;
                        /** @description Enqueued by this job */
                        parent?: string;
                        /** @description That come from this request */
                        correlation_id?: string;
                        /** @description In none of these states */
                        not_status?: string[];
                        /** @description Of none of these types */
                        not_type?: string[];
                        /** @description In none of these queues */
                        not_queue?: string[];
                        /** @description Whose last error has none of these codes */
                        not_code?: string[];
                    };
                    /** @description For the action priority: 0 critical, 1 high, 2 normal, 3 low */
                    priority?: number;
                } | {
                    /** @constant */
                    target: "quarantine";
                    /** @enum {string} */
                    action: "replay" | "discard";
                    filter: {
                        /** @description Rows of this job */
                        job?: string;
                        parser?: string;
                        /** @description The dataset, or the output of the parser */
                        output?: string;
                        column?: string;
                        /** @description The type of the error */
                        error?: string;
                    };
                    /** @description For the action discard: stored with the rows */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        matched: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "bulk.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    target: "jobs";
                    /** @enum {string} */
                    action: "retry" | "cancel" | "delete" | "priority";
                    filter: {
                        /** @description Only these jobs */
                        id?: string[];
                        /** @description In one of these states; aliases such as queued work too */
                        status?: string[];
                        type?: string;
                        queue?: string;
                        /** @description File jobs of this parser */
                        parser?: string;
                        /** @description The code of the last error */
                        code?: string;
                        /** @description A part of the message of the last error */
                        message?: string;
                        /** @description A value in the payload: `order.country=NO` */
                        payload?: string[];
                        /** @description Created longer ago, such as 1h */
                        older_than?: string;
                        /** @description Created more recently, such as 30m */
                        newer_than?: string;
                        /**
                         * Format: date-time
                         * @description Created after this time
                         */
                        created_after?: string;
                        /**
                         * Format: date-time
                         * @description Created before this time
                         */
                        created_before?: string;
                        /** @description Enqueued by this job */
                        parent?: string;
                        /** @description That come from this request */
                        correlation_id?: string;
                        /** @description In none of these states */
                        not_status?: string[];
                        /** @description Of none of these types */
                        not_type?: string[];
                        /** @description In none of these queues */
                        not_queue?: string[];
                        /** @description Whose last error has none of these codes */
                        not_code?: string[];
                    };
                    /** @description For the action priority: 0 critical, 1 high, 2 normal, 3 low */
                    priority?: number;
                    /** @description How many match. The operation is refused if it differs */
                    expected_count: number;
                } | {
                    /** @constant */
                    target: "quarantine";
                    /** @enum {string} */
                    action: "replay" | "discard";
                    filter: {
                        /** @description Rows of this job */
                        job?: string;
                        parser?: string;
                        /** @description The dataset, or the output of the parser */
                        output?: string;
                        column?: string;
                        /** @description The type of the error */
                        error?: string;
                    };
                    /** @description For the action discard: stored with the rows */
                    reason?: string;
                    /** @description How many match. The operation is refused if it differs */
                    expected_count: number;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkOperation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "bulk.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the operation, which is that of its job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkOperation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "bulk.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the operation, which is that of its job */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkOperation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tasks.list": {
        parameters: {
            query?: {
                status?: string[];
                queue?: string;
                /** @description A word of the command, or the end of a path in it */
                command?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Task"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tasks.create": {
        parameters: {
            query?: {
                /** @description Which equal task is reused */
                reuse?: "running" | "completed" | "never";
            };
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    command: unknown;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        status: "pending" | "running" | "completed" | "completed_with_warnings" | "failed" | "dead_letter" | "cancelled";
                        spec_hash: string;
                        deduplicated: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tasks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        status: "pending" | "running" | "completed" | "completed_with_warnings" | "failed" | "dead_letter" | "cancelled";
                        spec_hash: string;
                        command: string[];
                        tenant: string;
                        queue: string;
                        priority: number;
                        attempts: number;
                        max_attempts: number;
                        result: unknown;
                        error: {
                            [key: string]: unknown;
                        } | null;
                        exit_code: number | null;
                        duration_ms: number | null;
                        replay_of: string | null;
                        run_at: string | null;
                        created_at: string | null;
                        started_at: string | null;
                        finished_at: string | null;
                        spec: {
                            [key: string]: unknown;
                        };
                        stdout_tail: string;
                        stderr_tail: string;
                        errors: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "tasks.replay": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        replay_of: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "triage.groups": {
        parameters: {
            query?: {
                id?: string[];
                type?: string[];
                queue?: string;
                /** @description The code of the last error */
                code?: string;
                /** @description A part of the message of the last error */
                message?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groups: {
                            type: string;
                            code: string | null;
                            message: string | null;
                            count: number;
                            first_finished_at: string | null;
                            last_finished_at: string | null;
                            example: {
                                id: string;
                                type: string;
                                /** @enum {string} */
                                status: "pending" | "running" | "completed" | "completed_with_warnings" | "failed" | "dead_letter" | "cancelled";
                                tenant: string;
                                queue: string;
                                attempts: number;
                                code: string | null;
                                message: string | null;
                                finished_at: string | null;
                            };
                        }[];
                        total: number;
                        /** @description There are older failed jobs that were not looked at */
                        capped: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "triage.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id?: string[];
                    type?: string[];
                    queue?: string;
                    /** @description The code of the last error */
                    code?: string;
                    /** @description A part of the message of the last error */
                    message?: string;
                    all?: boolean;
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        matched: number;
                        retried?: number;
                        cancelled?: number;
                        /** @description With `retried`: the parsers that the jobs will use */
                        parsers?: {
                            parser: string;
                            version: string;
                            jobs: number;
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "triage.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id?: string[];
                    type?: string[];
                    queue?: string;
                    /** @description The code of the last error */
                    code?: string;
                    /** @description A part of the message of the last error */
                    message?: string;
                    all?: boolean;
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        matched: number;
                        retried?: number;
                        cancelled?: number;
                        /** @description With `retried`: the parsers that the jobs will use */
                        parsers?: {
                            parser: string;
                            version: string;
                            jobs: number;
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "queues.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Queue"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "queues.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
            /** @description The client has this version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    "queues.pause": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "queues.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "queues.limit": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
                /** @description The ETag of the version to change */
                "If-Match"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How many of its jobs run at the same time
                     * @default null
                     */
                    concurrency?: number | null;
                    /**
                     * @description How many start per minute; 0 starts none
                     * @default null
                     */
                    rate_per_minute?: number | null;
                    /**
                     * @description How many may start at once after a pause
                     * @default null
                     */
                    burst?: number | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "schedules.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Schedule"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "schedules.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description The client has this version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    "schedules.put": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
                /** @description The ETag of the version to change */
                "If-Match"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Five fields, or six with seconds first */
                    cron: string;
                    /** @default UTC */
                    timezone?: string;
                    type: string;
                    payload?: unknown;
                    queue?: string;
                    priority?: number;
                    max_attempts?: number;
                    /**
                     * @default latest
                     * @enum {string}
                     */
                    catch_up?: "latest" | "all" | "none";
                    allow_unknown_type?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "schedules.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        removed: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "workers.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Worker"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "parsers.list": {
        parameters: {
            query?: {
                /** @description Also older and unregistered versions */
                all?: boolean;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Parser"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "parsers.get": {
        parameters: {
            query?: {
                version?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        version: string;
                        /** @enum {string} */
                        language: "python" | "node";
                        entrypoint: string;
                        source_hash: string;
                        lockfile_hash: string | null;
                        files: number;
                        imports: string[];
                        /** @description It may use the network */
                        network: boolean;
                        topics: string[];
                        registered_at: string | null;
                        retired_at: string | null;
                        outputs: unknown;
                        versions: {
                            name: string;
                            version: string;
                            /** @enum {string} */
                            language: "python" | "node";
                            entrypoint: string;
                            source_hash: string;
                            lockfile_hash: string | null;
                            files: number;
                            imports: string[];
                            /** @description It may use the network */
                            network: boolean;
                            topics: string[];
                            registered_at: string | null;
                            retired_at: string | null;
                        }[];
                    };
                };
            };
            /** @description The client has this version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    "parsers.delete": {
        parameters: {
            query?: {
                version?: string;
            };
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        unregistered: string[];
                        current: string | null;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "parsers.topics": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "add" | "remove";
                    topics: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        topics: string[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "files.list": {
        parameters: {
            query?: {
                tag?: string;
                /** @description A tag, or the topic of a rule */
                topic?: string;
                parser?: string;
                /** @description Whose rows are in this dataset, or output of a parser */
                dataset?: string;
                status?: "new" | "pending" | "processed" | "failed" | "missing";
                /** @description A pattern for the name, or with a slash for the path */
                path?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["File"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "files.upload": {
        parameters: {
            query: {
                /** @description The name of the file, without folders */
                name: string;
                tag?: string[];
                /** @description Read it without a parser if none is subscribed to it */
                auto?: boolean;
                /** @description With auto: the dataset for its rows */
                dataset?: string;
            };
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        discovered: number;
                        unchanged: number;
                        changed: number;
                        jobs_created: number;
                        missing: number;
                        already_processed: number;
                        problems: {
                            path: string;
                            message: string;
                        }[];
                        builtin_jobs?: number;
                        without_reader?: number;
                        rules?: {
                            [key: string]: unknown;
                        }[];
                        path: string;
                        size_bytes: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "files.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        path: string;
                        /** @enum {string} */
                        status: "new" | "pending" | "processed" | "failed" | "missing";
                        hash: string;
                        size_bytes: number;
                        tags: string[];
                        topics: string[];
                        parsers: {
                            parser: string;
                            version: string;
                            job_id: string;
                            status: string;
                        }[];
                        modified_at: string | null;
                        discovered_at: string | null;
                        scanned_at: string | null;
                        missing_at: string | null;
                        outputs: {
                            parser: string;
                            version: string;
                            output: string;
                            job_id: string;
                            rows: number;
                            created_at: string | null;
                            superseded_at: string | null;
                        }[];
                        quarantined: number;
                        skipped: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "files.lines": {
        parameters: {
            query?: {
                first?: number;
                count?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        first: number;
                        lines: {
                            text: string;
                            truncated: boolean;
                        }[];
                        encoding: string | null;
                        more: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "scans.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    folders: string[];
                    /** @default [] */
                    tags?: string[];
                    /** @default [] */
                    patterns?: string[];
                    /** @default [] */
                    ignore?: string[];
                    /** @default false */
                    rehash?: boolean;
                    /** @default false */
                    auto?: boolean;
                    dataset?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        discovered: number;
                        unchanged: number;
                        changed: number;
                        jobs_created: number;
                        missing: number;
                        already_processed: number;
                        problems: {
                            path: string;
                            message: string;
                        }[];
                        builtin_jobs?: number;
                        without_reader?: number;
                        rules?: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "file-rules.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["FileRule"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "file-rules.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pattern: string;
                    topic: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pattern: string;
                        topic: string;
                        added: boolean;
                        jobs_created: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "file-rules.delete": {
        parameters: {
            query: {
                pattern: string;
                topic?: string;
            };
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pattern: string;
                        topics: string[];
                        removed: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "backfills.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    parser: string;
                    /** @default false */
                    execute?: boolean;
                    /**
                     * @description Only files whose last job failed
                     * @default false
                     */
                    failed?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        parser: string;
                        version: string;
                        source_hash: string;
                        files: number;
                        bytes: number;
                        by_version: ({
                            version: string;
                            files: number;
                            bytes: number;
                        } & {
                            [key: string]: unknown;
                        })[];
                        examples: string[];
                        executed: boolean;
                        jobs_created: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "inspections.create": {
        parameters: {
            query: {
                /** @description The name of the file, without folders */
                name: string;
            };
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Inspection"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "inspections.adjust": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the uploaded file */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Types of columns, instead of the inferred ones
                     * @default []
                     */
                    types?: {
                        column: string;
                        type: string;
                        /** @default null */
                        format?: string | null;
                    }[];
                    delimiter?: string;
                    /** @description Empty: nothing is quoted */
                    quote?: string;
                    /** @description As Python names it, such as cp1252 */
                    encoding?: string;
                    header_lines?: number;
                    /** @description Lines before the header */
                    skip_lines?: number;
                    footer_lines?: number;
                    /** @description Which table of a file with several */
                    table?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Inspection"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "inspections.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the uploaded file */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "inspections.make-dataset": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the uploaded file */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    dataset: string;
                    /**
                     * @description Add the rows to a dataset that exists, with its contract
                     * @default false
                     */
                    existing?: boolean;
                    /**
                     * @description Types of columns, instead of the inferred ones
                     * @default []
                     */
                    types?: {
                        column: string;
                        type: string;
                        /** @default null */
                        format?: string | null;
                    }[];
                    delimiter?: string;
                    /** @description Empty: nothing is quoted */
                    quote?: string;
                    /** @description As Python names it, such as cp1252 */
                    encoding?: string;
                    header_lines?: number;
                    /** @description Lines before the header */
                    skip_lines?: number;
                    footer_lines?: number;
                    /** @description Which table of a file with several */
                    table?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dataset: string;
                        path: string;
                        size_bytes: number;
                        jobs_created: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Dataset"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the dataset, or parser.output */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        rows: number;
                        files: number;
                        bytes: number;
                        parser: string;
                        updated_at: string | null;
                        output: string;
                        columns: ({
                            name: string;
                            type: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        versions: {
                            version: string;
                            rows: number;
                            jobs: number;
                        }[];
                        sources: number;
                        jobs: ({
                            job_id: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        notes: string[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.rows": {
        parameters: {
            query?: {
                /** @description A condition in SQL */
                where?: string;
                /** @description A column. Without it, rows are in the order of their jobs and files */
                sort?: string;
                descending?: boolean;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The name of the dataset, or parser.output */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            [key: string]: unknown;
                        }[];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.count": {
        parameters: {
            query?: {
                /** @description A condition in SQL */
                where?: string;
            };
            header?: never;
            path: {
                /** @description The name of the dataset, or parser.output */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.profile": {
        parameters: {
            query?: {
                /** @description A condition in SQL */
                where?: string;
            };
            header?: never;
            path: {
                /** @description The name of the dataset, or parser.output */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rows: number;
                        profiled_rows: number;
                        sampled: boolean;
                        columns: components["schemas"]["ColumnProfile"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.lineage": {
        parameters: {
            query?: {
                /** @description A condition in SQL */
                where?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The name of the dataset, or parser.output */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rows: number;
                        files: number;
                        origins: ({
                            job_id: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "query.run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sql: string;
                    /** @default 1000 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            [key: string]: unknown;
                        }[];
                        columns: {
                            name: string;
                            type: string;
                        }[];
                        truncated: boolean;
                        notes: string[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "query.tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            name: string;
                            /** @enum {string} */
                            kind: "dataset" | "ledger";
                            /** @description Null if there was no time to read them */
                            columns: {
                                name: string;
                                type: string;
                            }[] | null;
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "query.export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sql: string;
                    /** @enum {string} */
                    format: "csv" | "ndjson" | "json" | "parquet";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": unknown;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.export": {
        parameters: {
            query?: {
                format?: "csv" | "ndjson" | "json" | "parquet";
                /** @description A condition in SQL */
                where?: string;
                /** @description A column */
                sort?: string;
                descending?: boolean;
            };
            header?: never;
            path: {
                /** @description The name of the dataset, or parser.output */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": unknown;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.contract": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the dataset */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetContract"];
                };
            };
            /** @description The client has this version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.set-contract": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
                /** @description The ETag of the version to change */
                "If-Match"?: string;
            };
            path: {
                /** @description The name of the dataset */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description In the format of a contract file */
                    contract: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetContract"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.freeze-contract": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
                /** @description The ETag of the version to change */
                "If-Match"?: string;
            };
            path: {
                /** @description The name of the dataset */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetContract"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.unfreeze-contract": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
                /** @description The ETag of the version to change */
                "If-Match"?: string;
            };
            path: {
                /** @description The name of the dataset */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetContract"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.contract-versions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the dataset */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["DatasetContract"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.renames": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the dataset */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            from: string;
                            to: string;
                            evidence: string[];
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "datasets.accept-renames": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The name of the dataset */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            from: string;
                            to: string;
                            evidence: string[];
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "quarantine.list": {
        parameters: {
            query?: {
                /** @description Rows of this job */
                job?: string;
                parser?: string;
                /** @description The dataset, or the output of the parser */
                output?: string;
                /** @description Rows of this file */
                file?: string;
                column?: string;
                /** @description The type of the error */
                error?: string;
                /** @description quarantined, recovered, discarded, superseded or evidence */
                status?: string[];
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["QuarantinedRow"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "quarantine.count": {
        parameters: {
            query?: {
                /** @description Rows of this job */
                job?: string;
                parser?: string;
                /** @description The dataset, or the output of the parser */
                output?: string;
                /** @description Rows of this file */
                file?: string;
                column?: string;
                /** @description The type of the error */
                error?: string;
                /** @description quarantined, recovered, discarded, superseded or evidence */
                status?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CappedCount"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "quarantine.groups": {
        parameters: {
            query?: {
                /** @description Rows of this job */
                job?: string;
                parser?: string;
                /** @description The dataset, or the output of the parser */
                output?: string;
                /** @description Rows of this file */
                file?: string;
                column?: string;
                /** @description The type of the error */
                error?: string;
                /** @description quarantined, recovered, discarded, superseded or evidence */
                status?: string[];
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            parser: string;
                            output: string;
                            column: string | null;
                            error_type: string;
                            rows: number;
                            messages: ({
                                message: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            example: components["schemas"]["QuarantinedRow"];
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "quarantine.export": {
        parameters: {
            query?: {
                /** @description Rows of this job */
                job?: string;
                parser?: string;
                /** @description The dataset, or the output of the parser */
                output?: string;
                /** @description Rows of this file */
                file?: string;
                column?: string;
                /** @description The type of the error */
                error?: string;
                /** @description quarantined, recovered, discarded, superseded or evidence */
                status?: string[];
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "quarantine.replay": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    job?: string;
                    parser?: string;
                    /** @description Use the version of the parser that rejected them, not the current one */
                    same_version?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job_ids: string[];
                        rows: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "quarantine.discard": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    job?: string;
                    parser?: string;
                    column?: string;
                    error?: string;
                    /** @description Row numbers; with a job */
                    rows?: number[];
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        discarded: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "quarantine.restore": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    job?: string;
                    parser?: string;
                    output?: string;
                    column?: string;
                    error?: string;
                    /** @description Row numbers; with a job */
                    rows?: number[];
                    /**
                     * Format: date-time
                     * @description Only rows that were discarded at this time or later
                     */
                    since?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        restored: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "repairs.list": {
        parameters: {
            query?: {
                dataset?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RepairReport"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "repairs.compute": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Without it: all with quarantined rows */
                    dataset?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "repairs.try": {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the suggestion */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            row_id: string;
                            job_id: string;
                            row_number: number;
                            /** @description The value as JSON */
                            value: string | null;
                            /** @description Why it was rejected */
                            before: string;
                            valid: boolean;
                            /** @description Its value if it is valid then, else why it is still rejected */
                            after: string | null;
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "repairs.apply": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the suggestion */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        dataset: string;
                        change: string;
                        /** @description False if the contract had this change already */
                        changed: boolean;
                        contract_hash: string;
                        /** @description The replays */
                        job_ids: string[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "quarantine.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the row */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuarantinedRowDetail"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "quarantine.check": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the row */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The new text of each column to correct; null removes a value */
                    values: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        valid: boolean;
                        errors: {
                            column: string | null;
                            message: string;
                        }[];
                        /** @description As they would be stored */
                        values: {
                            [key: string]: string | null;
                        };
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "quarantine.import": {
        parameters: {
            query?: {
                dry_run?: boolean;
            };
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dry_run: boolean;
                        rows: number;
                        unchanged: number;
                        corrected: number;
                        rejected: number;
                        /** @description The first ones */
                        changes: {
                            line: number;
                            row_id: string;
                            row_number: number;
                            source: string;
                            columns: {
                                name: string;
                                old: string | null;
                                new: string | null;
                            }[];
                        }[];
                        problems: {
                            line: number;
                            row_id: string | null;
                            message: string;
                        }[];
                        /** @description Columns of the file that no contract has */
                        unknown_columns: string[];
                        /** @description The replays */
                        job_ids: string[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "quarantine.correct": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the row */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The new text of each column to correct; null removes a value */
                    values: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        correction: components["schemas"]["Correction"];
                        /** @description The replay */
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "skipped-lines.list": {
        parameters: {
            query?: {
                /** @description Lines of the file of this job */
                job?: string;
                parser?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SkippedLine"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "documents.list": {
        parameters: {
            query?: {
                kind?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Document"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "documents.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description BOM, PCF, DUE_DILIGENCE (or DD), BATTERY_DATA or OTHER */
                    kind: string;
                    external_ref?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "documents.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "documents.versions": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["DocumentVersion"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "documents.upload": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: base64
                     * @description The content in base64
                     */
                    content: string;
                    mime_type: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        document_version_id: string;
                        document_id: string;
                        kind: string;
                        version: number;
                        /** @enum {string} */
                        status: "UPLOADED" | "PARSED" | "VALIDATED" | "REJECTED";
                        mime_type: string;
                        sha256: string;
                        size_bytes: number;
                        source: {
                            [key: string]: unknown;
                        } | null;
                        fact_count: number | null;
                        problems: ({
                            message: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        uploaded_at: string | null;
                        parsed_at: string | null;
                        job_id: string;
                        is_new: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "document-versions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentVersion"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "document-versions.content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "facts.list": {
        parameters: {
            query?: {
                fact_type?: string;
                fact_key_prefix?: string;
                document_version_id?: string;
                snapshot_id?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Fact"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "snapshots.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Snapshot"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "snapshots.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label?: string;
                    document_version_ids?: string[];
                    fact_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        snapshot_id: string;
                        /** @enum {string} */
                        status: "BUILDING" | "READY" | "SEALED";
                        label: string | null;
                        fact_count: number | null;
                        snapshot_hash: string | null;
                        created_at: string | null;
                        sealed_at: string | null;
                        job_id: string | null;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "snapshots.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "snapshots.items": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fact_id?: string;
                    fact_ids?: string[];
                    document_version_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        snapshot_id: string;
                        /** @enum {string} */
                        status: "BUILDING" | "READY" | "SEALED";
                        label: string | null;
                        fact_count: number | null;
                        snapshot_hash: string | null;
                        created_at: string | null;
                        sealed_at: string | null;
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "snapshots.seal": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "rule-packages.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RulePackage"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "rule-packages.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePackage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "rule-packages.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePackage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "rule-packages.versions": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RulePackageVersion"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "rule-packages.add-version": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    dsl_source: string;
                    /** @default  */
                    tests_source?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePackageVersion"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "rule-package-versions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rule_package_version_id: string;
                        rule_package_id: string;
                        name: string;
                        version: number;
                        /** @enum {string} */
                        status: "DRAFT" | "VALIDATED" | "PUBLISHED" | "DEPRECATED" | "RETIRED";
                        dsl_sha256: string;
                        tests_sha256: string;
                        created_at: string | null;
                        published_at: string | null;
                        dsl_source: string;
                        tests_source: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "rule-package-versions.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePackageVersion"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "rule-package-versions.publish": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePackageVersion"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "rule-package-versions.deprecate": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePackageVersion"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "rule-package-versions.test-runs": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RuleTestRun"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "rule-package-versions.run-tests": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default 0 */
                    seed?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "battery-products.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BatteryProduct"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "battery-products.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sku: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatteryProduct"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "battery-products.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatteryProduct"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passports.list": {
        parameters: {
            query?: {
                battery_product_id?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Passport"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passports.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id or the SKU */
                    battery_product_id: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passport"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passports.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passport"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passports.versions": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PassportVersion"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passports.compile": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    snapshot_id: string;
                    rule_package_version_id: string;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        passport_version_id: string;
                        job_id: string;
                        /** @constant */
                        status: "COMPILING";
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassportVersion"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.payload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.proof": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.receipt": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.qr-png": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.bundle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.activate": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassportVersion"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassportVersion"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        passport_version_id: string;
                        payload_hash: string;
                        proof_root_hash: string;
                        receipt_hash: string;
                        signing_key_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "battery-batches.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A sealed snapshot with the facts of the model */
                    snapshot_id: string;
                    rule_package_version_id: string;
                    /** @description A column serial, and one for each attribute in which batteries differ */
                    csv: string;
                    /** @default false */
                    activate?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatteryBatch"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "battery-batches.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BatteryBatch"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "battery-batches.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatteryBatch"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "battery-batches.problems": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            line: number;
                            serial: string;
                            code: string;
                            message: string;
                        }[];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "readings.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The SKU, if batteries are named by serial numbers */
                    product?: string;
                    readings: {
                        /** @description SKU/SERIAL, or the id of a passport */
                        battery: string;
                        observed_at: string;
                        /** @description By the paths of attributes */
                        values: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        document_version_id: string;
                        job_id: string;
                        readings: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passports.statements": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Statement"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passports.history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passports.refresh": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default false */
                    activate?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passports.end": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    reason: "repurposed" | "reused" | "remanufactured" | "recycled";
                    successor_passport_id?: string;
                    successor_url?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passports.succeed": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address of the earlier passport */
                    url: string;
                    /** @description Its signed history */
                    history: {
                        /** @constant */
                        history_version: "BPC-HISTORY-1";
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description The key of its maker, in base64 or PEM */
                    public_key?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "transfers.list": {
        parameters: {
            query?: {
                passport_id?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Transfer"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "transfers.offer": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    operator: {
                        identifier: string;
                        name: string;
                    };
                    /** @description The public key that has to accept, in base64 or PEM */
                    operator_key: string;
                    /** @default 30 */
                    valid_days?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transfer_id: string;
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "transfers.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "transfers.file": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "transfers.decide": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    decision_version: "BPC-DECISION-1";
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transfer_id: string;
                        job_id: string | null;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "transfers.receive": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the newest version */
                    bundle: {
                        /** @constant */
                        bundle_version: "BPC-BUNDLE-1";
                    } & {
                        [key: string]: unknown;
                    };
                    history: {
                        /** @constant */
                        history_version: "BPC-HISTORY-1";
                    } & {
                        [key: string]: unknown;
                    };
                    serial?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passport"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "transfers.withdraw": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "status-lists.publish": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default revocation
                     * @enum {string}
                     */
                    purpose?: "revocation" | "refresh";
                    /** @default 7 */
                    valid_days?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "status-lists.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                purpose: "revocation" | "refresh";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vc": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.check": {
        parameters: {
            query?: {
                /** @description Default: what the facts state */
                category?: "ev" | "lmt" | "industrial" | "stationary";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        category: "ev" | "lmt" | "industrial" | "stationary";
                        mandatory: number;
                        present: number;
                        missing: {
                            /** @description 1 to 93; null of a supplement */
                            number: number | null;
                            attribute: string;
                            field: string;
                            /** @description The chapter of DIN DKE SPEC 99100 */
                            din: string;
                            legal_basis: string;
                            access: string;
                            reason: string;
                            /** @description Other fields that a failed condition compares with this one */
                            with: string[];
                            responsible: string;
                            source: string;
                        }[];
                        implausible: {
                            /** @description 1 to 93; null of a supplement */
                            number: number | null;
                            attribute: string;
                            field: string;
                            /** @description The chapter of DIN DKE SPEC 99100 */
                            din: string;
                            legal_basis: string;
                            access: string;
                            reason: string;
                            /** @description Other fields that a failed condition compares with this one */
                            with: string[];
                            responsible: string;
                            source: string;
                        }[];
                        /** @description Mandatory attributes with a plausible value, in percent */
                        score: number;
                        passport_required: boolean | null;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "battery-data.check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    category: "ev" | "lmt" | "industrial" | "stationary";
                    data: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        category: "ev" | "lmt" | "industrial" | "stationary";
                        mandatory: number;
                        present: number;
                        missing: {
                            /** @description 1 to 93; null of a supplement */
                            number: number | null;
                            attribute: string;
                            field: string;
                            /** @description The chapter of DIN DKE SPEC 99100 */
                            din: string;
                            legal_basis: string;
                            access: string;
                            reason: string;
                            /** @description Other fields that a failed condition compares with this one */
                            with: string[];
                            responsible: string;
                            source: string;
                        }[];
                        implausible: {
                            /** @description 1 to 93; null of a supplement */
                            number: number | null;
                            attribute: string;
                            field: string;
                            /** @description The chapter of DIN DKE SPEC 99100 */
                            din: string;
                            legal_basis: string;
                            access: string;
                            reason: string;
                            /** @description Other fields that a failed condition compares with this one */
                            with: string[];
                            responsible: string;
                            source: string;
                        }[];
                        /** @description Mandatory attributes with a plausible value, in percent */
                        score: number;
                        passport_required: boolean | null;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "battery-data.import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    format: "batterypass" | "catenax" | "vc";
                    /** @description The content of the file */
                    data: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        facts: {
                            fact_type: string;
                            fact_key: string;
                            schema_version: number;
                            payload: {
                                [key: string]: unknown;
                            };
                            payload_hash: string;
                        }[];
                        unmapped: {
                            /** @description A JSON pointer */
                            path: string;
                            reason: string;
                            value: unknown;
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.exports": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            export_id: string;
                            passport_version_id: string;
                            format: string;
                            audience: string | null;
                            mime_type: string;
                            sha256: string;
                            size_bytes: number;
                            created_at: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.export": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    format: "pdf" | "vc" | "xml" | "batterypass" | "catenax" | "aas" | "aasx" | "excerpt" | "JSON";
                    /**
                     * @default public
                     * @enum {string}
                     */
                    audience?: "public" | "legitimate_interest" | "commission" | "authorities";
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.view": {
        parameters: {
            query?: {
                audience?: "public" | "legitimate_interest" | "commission" | "authorities";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        audience: "public" | "legitimate_interest" | "commission" | "authorities";
                        /** @description By path */
                        fields: {
                            [key: string]: unknown;
                        };
                        /** @description How many fields the audience does not see */
                        hidden: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-exports.content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.preview-page": {
        parameters: {
            query?: {
                audience?: "public" | "legitimate_interest" | "commission" | "authorities";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.preview-pdf": {
        parameters: {
            query?: {
                audience?: "public" | "legitimate_interest" | "commission" | "authorities";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passports.overview": {
        parameters: {
            query?: {
                /** @description A part of the SKU or the name, in any case */
                text?: string;
                /** @description Of the newest version */
                status?: "COMPILING" | "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PassportOverview"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.pipeline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassportPipeline"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.explain": {
        parameters: {
            query: {
                /** @description The path of the field, such as footprint.per_kwh */
                field: string;
                /** @description With every step of the computation */
                operations?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.diff": {
        parameters: {
            query: {
                /** @description The earlier version */
                from: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassportDiff"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassportVerification"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "passport-versions.qr-svg": {
        parameters: {
            query?: {
                /** @description The address of the server or resolver */
                link?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "events.stream": {
        parameters: {
            query?: {
                /** @description End the stream after this time */
                seconds?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /** @description Types, or patterns with * */
                type?: string[];
                aggregate_type?: string;
                aggregate_id?: string;
                actor?: string;
                since?: string;
                until?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "events.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        event_id: string;
                        event_type: string;
                        aggregate_type: string;
                        aggregate_id: string;
                        aggregate_version: number;
                        occurred_at: string;
                        actor: string | null;
                        tenant: string;
                        payload: {
                            [key: string]: unknown;
                        };
                        event_hash: string;
                        prev_event_hash: string | null;
                        payload_hash: string;
                        leaf_index: number | null;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "audit.events": {
        parameters: {
            query?: {
                /** @description Types, or patterns with * */
                type?: string[];
                aggregate_type?: string;
                aggregate_id?: string;
                actor?: string;
                since?: string;
                until?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "audit.verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogVerification"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "audit.heads": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["TreeHead"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "audit.export": {
        parameters: {
            query?: {
                /** @description Types, or patterns with * */
                type?: string[];
                aggregate_type?: string;
                aggregate_id?: string;
                actor?: string;
                since?: string;
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhooks.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhooks.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    /** @description Names of events; * matches any characters. Without any, add subscriptions later. */
                    events?: string[];
                    description?: string;
                    max_attempts?: number;
                    concurrency?: number;
                    /** @description Deliveries per second */
                    rate?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        url: string;
                        secret: string;
                        events: string[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhooks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description The client has this version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    "webhooks.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhooks.pause": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhooks.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhooks.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        secret: string;
                        old_secret_until: string | null;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhooks.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhooks.deliveries": {
        parameters: {
            query?: {
                webhook_endpoint_id?: string;
                event_id?: string;
                /** @description pending, delivered or failed, in any case */
                status?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhooks.delivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        endpoint_id: string;
                        event_id: string;
                        /** @enum {string} */
                        status: "pending" | "delivered" | "failed";
                        http_status: number | null;
                        attempts: number;
                        delivered_at: string | null;
                        error: string | null;
                        event_type: string;
                        created_at: string | null;
                        original_id: string | null;
                        job_id: string;
                        /** @description What is sent, without its signatures; null if the endpoint is gone */
                        request: {
                            /** @constant */
                            method: "POST";
                            url: string;
                            headers: {
                                [key: string]: string;
                            };
                            body: string;
                        } | null;
                        attempt_log: ({
                            at: string | null;
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhooks.redeliver": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook-subscriptions.list": {
        parameters: {
            query?: {
                webhook_endpoint_id?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookSubscription"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook-subscriptions.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    webhook_endpoint_id: string;
                    /** @description The name of an event; * matches any characters */
                    event_type: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook-subscriptions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "webhook-subscriptions.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "keys.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "keys.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    role: "Admin" | "Operator" | "ComplianceOfficer" | "Auditor" | "Reader";
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @enum {string} */
                        role: "Admin" | "Operator" | "ComplianceOfficer" | "Auditor" | "Reader";
                        tenant: string;
                        prefix: string;
                        created_at: string | null;
                        created_by: string | null;
                        revoked_at: string | null;
                        key: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "keys.revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id, or the name of an active key */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "session.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "session.open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "session.close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        closed: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "stats.rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowCounts"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "stats.jobs": {
        parameters: {
            query?: {
                /** @description How far back, such as 1h, 24h, 7d or 30d; 24h by default, 365d at most */
                since?: string;
                queue?: string;
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobStats"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "settings.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "checks.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            check: string;
                            /** @enum {string} */
                            status: "ok" | "warning" | "failed";
                            message: string;
                            next: unknown[];
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Source"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description With {title}, {year} and other fields of an item */
                    url: string;
                    /** @description Where the fields of a price are in a response */
                    extract?: unknown;
                    /** @description What rows must satisfy besides having a price */
                    contract?: unknown;
                    enabled?: boolean;
                    rate_per_minute?: number | null;
                    burst?: number;
                    concurrency?: number;
                    cache_ttl_seconds?: number;
                    negative_ttl_seconds?: number;
                    max_stale_seconds?: number;
                    refresh_seconds?: number;
                    max_pages?: number;
                    obey_robots?: boolean;
                    trust?: number;
                    terms?: string | null;
                    /** @description Headers with references to secrets of workers */
                    credentials?: {
                        [key: string]: string;
                    };
                    name: string;
                    /** @enum {string} */
                    kind: "json" | "html" | "csv" | "feed" | "adapter";
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.health": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SourceHealth"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name or id of the source */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description The client has this version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.edit": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
                /** @description The ETag of the version to change */
                "If-Match"?: string;
            };
            path: {
                /** @description The name or id of the source */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description With {title}, {year} and other fields of an item */
                    url?: string;
                    /** @description Where the fields of a price are in a response */
                    extract?: unknown;
                    /** @description What rows must satisfy besides having a price */
                    contract?: unknown;
                    enabled?: boolean;
                    rate_per_minute?: number | null;
                    burst?: number;
                    concurrency?: number;
                    cache_ttl_seconds?: number;
                    negative_ttl_seconds?: number;
                    max_stale_seconds?: number;
                    refresh_seconds?: number;
                    max_pages?: number;
                    obey_robots?: boolean;
                    trust?: number;
                    terms?: string | null;
                    /** @description Headers with references to secrets of workers */
                    credentials?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.pause": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The name or id of the source */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Such as 30m; until resume by default */
                    for?: string;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.isolate": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The name or id of the source */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The name or id of the source */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.probe": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The name or id of the source */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.quarantine": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The name or id of the source */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BrokenRow"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.activity": {
        parameters: {
            query?: {
                span?: "1h" | "6h" | "24h";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceActivity"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name or id of the source */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            event_type: string;
                            occurred_at: string;
                            actor: string | null;
                            payload: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "sources.robots": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name or id of the source */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        decision: "allowed" | "disallowed" | "unknown" | "ignored";
                        why: string;
                        checked_at: string | null;
                        crawl_delay_ms: number | null;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "intakes.list": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Intake"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "intakes.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    /** @default null */
                    year?: number | null;
                    /** @default null */
                    mint_mark?: string | null;
                    /** @default null */
                    denomination?: string | null;
                    /** @default null */
                    series?: string | null;
                    /**
                     * @description Identifies the item outside; unique
                     * @default null
                     */
                    ref?: string | null;
                    /** @default {} */
                    attributes?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "intakes.import": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: {
                        title: string;
                        /** @default null */
                        year?: number | null;
                        /** @default null */
                        mint_mark?: string | null;
                        /** @default null */
                        denomination?: string | null;
                        /** @default null */
                        series?: string | null;
                        /**
                         * @description Identifies the item outside; unique
                         * @default null
                         */
                        ref?: string | null;
                        /** @default {} */
                        attributes?: {
                            [key: string]: string;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: number;
                        known: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "intakes.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or reference of the item */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntakeDetails"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "prices.list": {
        parameters: {
            query?: {
                intake?: string;
                source?: string;
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Price"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "collections.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Only this item */
                    intake?: string;
                    /** @description Only this source */
                    source?: string;
                    /**
                     * @description Only what was not collected within the refresh time of its source
                     * @default false
                     */
                    only_due?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        planned: number;
                        unfinished: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "valuations.list": {
        parameters: {
            query?: {
                /** @description A part of the title or the reference, in any case */
                text?: string;
                confidence?: "high" | "medium" | "low" | "none";
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ValuedIntake"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "valuations.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or reference of the item */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Valuation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "valuations.compute": {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is executed once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id or reference of the item */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job_id: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    "valuations.history": {
        parameters: {
            query?: {
                /** @description How many items a page has at most */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id or reference of the item */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ValuationVersion"][];
                        next_cursor: string | null;
                    };
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
}

/** Responses with a secret are not kept by the server, so a repeated request would be executed again. */
export const NOT_REPEATABLE: ReadonlySet<string> = new Set([
  "POST /v1/webhook-endpoints",
  "POST /v1/webhook-endpoints/{id}/rotate-secret",
  "POST /v1/keys",
  "POST /v1/session",
  "DELETE /v1/session"
]);
