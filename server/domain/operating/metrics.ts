// Metrics of the site: names, kinds and meanings, and their text in OpenMetrics. Durations are stored in milliseconds and written in seconds.

export type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly name: SampleName
  readonly labels: Labels
  value: number
}

interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
}

const counter = (help: string, ...labels: string[]): Metric => ({ kind: 'counter', help, labels })
const gauge = (help: string, ...labels: string[]): Metric => ({ kind: 'gauge', help, labels })
const histogram = (help: string, ...labels: string[]): Metric => ({ kind: 'histogram', help, labels })

/** Upper bounds in seconds. */
export const BUCKETS: readonly number[] = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000].map(
  (ms) => ms / 1_000,
)

export const METRICS = {
  cm_requests: counter('Requests answered.', 'route', 'status'),
  cm_request_seconds: histogram('Time until an answer began.', 'route'),
  cm_room_seconds: histogram('Time of a call to a room.', 'room'),
  cm_room_failures: counter('Calls to a room that failed.', 'room'),
  cm_log_lines: counter('Log lines of the Worker by level.', 'level'),
  cm_message_failures: counter('Mails, text messages and pushes that were not sent.', 'way'),
  cm_hook_refusals: counter('Messages of payment providers that were not taken.', 'provider', 'reason'),
  cm_upload_failures: counter('Uploads that could not be stored.'),
  cm_staff_refusals: counter('Logins at the desk that were refused because of too many attempts.'),
  cm_chain_failures: counter('Readings of a chain that failed.', 'network'),

  cm_directory_up: gauge('1 while the directory answers.'),
  cm_directory_writable: gauge('1 while the directory takes writes.'),
  cm_directory_bytes: gauge('Size of the directory.'),
  cm_clock_skew_seconds: gauge('Difference between the clocks of Worker and directory.'),
  cm_sweep_timestamp_seconds: gauge('When the sweep of every minute last ran.'),
  cm_sweep_failed_parts: gauge('Parts of the last sweep that failed.'),
  cm_backup_timestamp_seconds: gauge('When the last whole backup ended; 0 when none was ever made.'),
  cm_feed_age_seconds: gauge('Age of the newest price of a source.', 'source'),
  cm_feed_silent: gauge('1 while a source has no fresh price of any symbol.', 'source'),
  cm_feed_outliers: gauge('Symbols for which a source differs from the others.', 'source'),
  cm_prices_stale: gauge('Listed symbols without a fresh price.'),
  cm_markets_paused: gauge('Markets paused because their price moved too fast.'),
  cm_markets_failed: gauge('Markets that did not answer the sweep.'),
  cm_inventory_ratio: gauge('Used share of the limit of the house’s inventory, 0 to 1.', 'symbol'),
  cm_chain_read_age_seconds: gauge('Time since a chain was last read.', 'network'),
  cm_chain_behind_seconds: gauge('Time since which a node lags behind what was read, or lacks blocks.', 'network'),
  cm_chain_recalls: gauge('Credited deposits whose block was replaced, not yet decided.', 'network'),
  cm_job_items: gauge('Waiting items of a job that the site does by itself.', 'job'),
  cm_job_age_seconds: gauge('Age of the oldest item of a job.', 'job'),
  cm_review_items: gauge('Reviews that wait for people, by kind.', 'kind'),
  cm_review_age_seconds: gauge('Age of the oldest waiting review of a kind.', 'kind'),
  cm_books_off: gauge('Assets whose entries over all accounts do not sum to zero.'),
  cm_books_unsound: gauge('Accounts whose own books do not add up.'),
  cm_insurance_balance: gauge('Balance of the insurance fund, in whole units.', 'asset'),
  cm_log_round_timestamp_seconds: gauge('When the newest round of prices was made that the public log has to take.'),
  cm_log_age_seconds: gauge(
    'Age of the newest checkpoint of the public log while it lacks a round of a minute ago, else 0.',
  ),
  cm_witness_timestamp_seconds: gauge('When the witness last cosigned a checkpoint.', 'witness'),
  cm_alarms_waiting: gauge('Messages to operators’ webhooks that were not taken yet.'),
  cm_alarms_age_seconds: gauge('Age of the oldest message to operators’ webhooks that was not taken yet.'),
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof METRICS
export type HistogramName = 'cm_request_seconds' | 'cm_room_seconds'
export type SampleName = MetricName | `${HistogramName}_sum`

const labelText = (labels: Labels): string =>
  Object.keys(labels)
    .toSorted()
    .map((name) => `${name}="${escape(labels[name] ?? '')}"`)
    .join(',')

const escape = (text: string): string => text.replace(/[\\"\n]/g, (found) => (found === '\n' ? '\\n' : `\\${found}`))

export const sampleKey = (name: string, labels: Labels): string => `${name}{${labelText(labels)}}`

const braced = (labels: Labels): string => (Object.keys(labels).length === 0 ? '' : `{${labelText(labels)}}`)

/** Series names written for one metric. */
export const seriesOf = (name: MetricName): readonly string[] => {
  const { kind } = METRICS[name]
  if (kind === 'counter') return [`${name}_total`]
  return kind === 'gauge' ? [name] : [`${name}_bucket`, `${name}_sum`, `${name}_count`]
}

/** OpenMetrics 1.0 text of samples; unknown names of an older release are left out. */
export function writeOpenMetrics(samples: readonly Sample[]): string {
  const lines = Object.entries(METRICS).flatMap(([name, metric]) => {
    const own = samples.filter((sample) => sample.name === name)
    if (own.length === 0) return []
    const written =
      metric.kind === 'histogram'
        ? writeHistogram(name, own, samples)
        : own.map(
            ({ labels, value }) => `${name}${metric.kind === 'counter' ? '_total' : ''}${braced(labels)} ${value}`,
          )
    return [`# TYPE ${name} ${metric.kind}`, `# HELP ${name} ${metric.help}`, ...written]
  })
  return [...lines, '# EOF', ''].join('\n')
}

function writeHistogram(name: string, own: readonly Sample[], samples: readonly Sample[]): string[] {
  const byLabels = new Map<string, { readonly labels: Labels; readonly counts: Map<string, number> }>()
  for (const { labels, value } of own) {
    const { le = '+Inf', ...rest } = labels
    const group = byLabels.get(labelText(rest)) ?? { labels: rest, counts: new Map<string, number>() }
    group.counts.set(le, (group.counts.get(le) ?? 0) + value)
    byLabels.set(labelText(rest), group)
  }
  return [...byLabels].flatMap(([key, { labels, counts }]) => {
    let sum = 0
    const buckets = [...BUCKETS.map(String), '+Inf'].map((le) => {
      sum += counts.get(le) ?? 0
      return `${name}_bucket${braced({ ...labels, le })} ${sum}`
    })
    const ms = samples.find((sample) => sample.name === `${name}_sum` && labelText(sample.labels) === key)?.value ?? 0
    return [...buckets, `${name}_sum${braced(labels)} ${ms / 1_000}`, `${name}_count${braced(labels)} ${sum}`]
  })
}
