// Alarms: what is wrong when a metric passes its limit, how bad that is, and where to go. ops/alerts.yml says the same to Prometheus; the
// sweep judges the same list for operators' webhooks and for the desk.

import { type Labels, METRICS, type MetricName, type Sample, sampleKey } from './metrics'

/**
 * above, below: the value. older: the time since the instant that is the value, in seconds. grows: the increase of a counter within
 * `GROWTH_MS`.
 */
type Condition = 'above' | 'below' | 'older' | 'grows'

export interface Alarm {
  readonly metric: MetricName
  readonly is: Condition
  readonly limit: number
  /** Labels required on a sample; a leading "!" excludes samples with that label. */
  readonly where?: Labels
  /** now: wakes the operator. today: can wait for the morning. */
  readonly urgency: 'now' | 'today'
  readonly about: About
}

/** What an alarm is about: a heading of docs/runbook.md, and a page of the desk. */
export const ABOUT = {
  feed: { runbook: 'A feed is down', page: '/admin/feeds' },
  price: { runbook: 'A price is wrong', page: '/admin/feeds' },
  node: { runbook: 'A node is behind', page: '/admin' },
  room: { runbook: 'A room fails', page: '/admin' },
  directory: { runbook: 'The directory is full, or does not answer', page: '/admin' },
  books: { runbook: 'The books do not add up', page: '/admin/reports' },
  sweep: { runbook: 'The sweep stands still', page: '/admin' },
  post: { runbook: 'Messages are refused', page: '/admin' },
  house: { runbook: 'The house is at its bound', page: '/admin/risk' },
  queue: { runbook: 'A queue grows', page: '/admin' },
  staff: { runbook: 'Somebody tries the desk', page: '/admin/audit' },
  log: { runbook: 'The log or its witness is silent', page: '/fairness' },
  payout: { runbook: 'A payment went wrong', page: '/admin/queue/payout_problem' },
  backup: { runbook: 'Backup', page: '/admin' },
} as const
type About = keyof typeof ABOUT

export const GROWTH_MS = 10 * 60_000

const now = (alarm: Omit<Alarm, 'urgency'>): Alarm => ({ ...alarm, urgency: 'now' })
const today = (alarm: Omit<Alarm, 'urgency'>): Alarm => ({ ...alarm, urgency: 'today' })

export const ALARM_NAMES = [
  'SweepDead',
  'SweepPartFailed',
  'DirectoryDown',
  'DirectoryLocked',
  'DirectoryFull',
  'ClockOff',
  'RequestsFail',
  'RoomFailing',
  'MarketFailing',
  'PricesStale',
  'FeedSilent',
  'FeedLying',
  'MarketPaused',
  'NodeSilent',
  'NodeBehind',
  'NodeForked',
  'BooksOff',
  'BooksUnsound',
  'InventoryAtBound',
  'InsuranceLow',
  'JobsLate',
  'ReviewsLate',
  'PayoutProblem',
  'MessagesRefused',
  'HooksRefused',
  'AlarmsRefused',
  'UploadsFailing',
  'StaffLockedOut',
  'BackupOld',
  'LogLate',
  'WitnessSilent',
] as const
export type AlarmName = (typeof ALARM_NAMES)[number]

export const ALARMS = {
  SweepDead: now({ metric: 'cm_sweep_timestamp_seconds', is: 'older', limit: 115, about: 'sweep' }),
  SweepPartFailed: today({ metric: 'cm_sweep_failed_parts', is: 'above', limit: 0, about: 'sweep' }),
  DirectoryDown: now({ metric: 'cm_directory_up', is: 'below', limit: 1, about: 'directory' }),
  DirectoryLocked: now({ metric: 'cm_directory_writable', is: 'below', limit: 1, about: 'directory' }),
  DirectoryFull: now({ metric: 'cm_directory_bytes', is: 'above', limit: 8_000_000_000, about: 'directory' }),
  ClockOff: now({ metric: 'cm_clock_skew_seconds', is: 'above', limit: 5, about: 'sweep' }),
  RequestsFail: now({ metric: 'cm_requests', is: 'grows', limit: 20, where: { status: '5xx' }, about: 'room' }),
  RoomFailing: now({ metric: 'cm_room_failures', is: 'grows', limit: 4, about: 'room' }),
  MarketFailing: now({ metric: 'cm_markets_failed', is: 'above', limit: 0, about: 'room' }),
  PricesStale: now({ metric: 'cm_prices_stale', is: 'above', limit: 0, about: 'feed' }),
  FeedSilent: today({ metric: 'cm_feed_silent', is: 'above', limit: 0, about: 'feed' }),
  FeedLying: now({ metric: 'cm_feed_outliers', is: 'above', limit: 0, about: 'price' }),
  MarketPaused: now({ metric: 'cm_markets_paused', is: 'above', limit: 0, about: 'price' }),
  NodeSilent: now({ metric: 'cm_chain_read_age_seconds', is: 'above', limit: 110, about: 'node' }),
  NodeBehind: now({ metric: 'cm_chain_behind_seconds', is: 'above', limit: 60, about: 'node' }),
  NodeForked: now({ metric: 'cm_chain_recalls', is: 'above', limit: 0, about: 'node' }),
  BooksOff: now({ metric: 'cm_books_off', is: 'above', limit: 0, about: 'books' }),
  BooksUnsound: now({ metric: 'cm_books_unsound', is: 'above', limit: 0, about: 'books' }),
  InventoryAtBound: today({ metric: 'cm_inventory_ratio', is: 'above', limit: 95 / 100, about: 'house' }),
  InsuranceLow: now({ metric: 'cm_insurance_balance', is: 'below', limit: 0, about: 'house' }),
  JobsLate: now({ metric: 'cm_job_age_seconds', is: 'above', limit: 180, about: 'queue' }),
  ReviewsLate: today({ metric: 'cm_review_age_seconds', is: 'above', limit: 86_400, about: 'queue' }),
  PayoutProblem: now({
    metric: 'cm_review_items',
    is: 'above',
    limit: 0,
    where: { kind: 'payout_problem' },
    about: 'payout',
  }),
  MessagesRefused: now({
    metric: 'cm_message_failures',
    is: 'grows',
    limit: 2,
    where: { way: '!push' },
    about: 'post',
  }),
  HooksRefused: now({ metric: 'cm_hook_refusals', is: 'grows', limit: 2, about: 'post' }),
  AlarmsRefused: today({ metric: 'cm_alarms_age_seconds', is: 'above', limit: 300, about: 'post' }),
  UploadsFailing: now({ metric: 'cm_upload_failures', is: 'grows', limit: 0, about: 'directory' }),
  StaffLockedOut: today({ metric: 'cm_staff_refusals', is: 'grows', limit: 0, about: 'staff' }),
  BackupOld: today({ metric: 'cm_backup_timestamp_seconds', is: 'older', limit: 93_600, about: 'backup' }),
  LogLate: now({ metric: 'cm_log_age_seconds', is: 'above', limit: 110, about: 'log' }),
  WitnessSilent: now({ metric: 'cm_witness_timestamp_seconds', is: 'older', limit: 115, about: 'log' }),
} as const satisfies Readonly<Record<AlarmName, Alarm>>

export interface Ringing {
  readonly alarm: AlarmName
  readonly labels: Labels
  readonly value: number
}

export const ringKey = ({ alarm, labels }: Pick<Ringing, 'alarm' | 'labels'>): string => sampleKey(alarm, labels)

/** Readings of one moment; `before`: totals of the counters at the beginning of the window of growth. */
export interface Readings {
  readonly at: number
  readonly samples: readonly Sample[]
  readonly before: readonly Sample[]
}

export function judge({ at, samples, before }: Readings): readonly Ringing[] {
  const earlier = new Map(before.map(({ name, labels, value }) => [sampleKey(name, labels), value]))
  return ALARM_NAMES.flatMap((alarm) => {
    const { metric, is, limit, where = {} }: Alarm = ALARMS[alarm]
    const own = samples.filter(({ name, labels }) => name === metric && fits(labels, where))
    const valueOf = ({ name, labels, value }: Sample): number => {
      if (is === 'older') return at / 1_000 - value
      return is === 'grows' ? value - (earlier.get(sampleKey(name, labels)) ?? 0) : value
    }
    // Of a counter, all series together: a fault may show in several of them.
    const judged =
      is === 'grows'
        ? own.length > 0
          ? [{ labels: {}, value: own.reduce((sum, sample) => sum + valueOf(sample), 0) }]
          : []
        : own.map((sample) => ({ labels: sample.labels, value: valueOf(sample) }))
    return judged.flatMap(({ labels, value }) =>
      (is === 'below' ? value < limit : value > limit) ? [{ alarm, labels, value }] : [],
    )
  })
}

const fits = (labels: Labels, where: Labels): boolean =>
  Object.entries(where).every(([name, wanted]) =>
    wanted.startsWith('!') ? labels[name] !== wanted.slice(1) : labels[name] === wanted,
  )

/** The condition in PromQL. */
export function promqlOf({ metric, is, limit, where = {} }: Alarm): string {
  const matchers = Object.entries(where).map(([name, wanted]) =>
    wanted.startsWith('!') ? `${name}!="${wanted.slice(1)}"` : `${name}="${wanted}"`,
  )
  const braces = matchers.length > 0 ? `{${matchers.join(',')}}` : ''
  const { kind } = METRICS[metric]
  if (is === 'grows') return `sum(increase(${metric}${kind === 'counter' ? '_total' : ''}${braces}[10m])) > ${limit}`
  if (is === 'older') return `time() - ${metric}${braces} > ${limit}`
  return `${metric}${braces} ${is === 'below' ? '<' : '>'} ${limit}`
}
