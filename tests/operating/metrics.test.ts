// The text of /metrics, alarms and their rules for Prometheus, and the board of Grafana: each names metrics that are there.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { ABOUT, ALARMS, ALARM_NAMES, type Alarm, judge, promqlOf } from '#domain/operating/alarms'
import { METRICS, type MetricName, type Sample, seriesOf, writeOpenMetrics } from '#domain/operating/metrics'
import { count, observe, putBack, takeCounted } from '../../server/lib/counters'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe('counters', () => {
  beforeEach(() => void takeCounted())

  test('sum by name and labels until they are taken, and go on after a failed write', () => {
    count('cm_requests', { route: 'GET /market', status: '2xx' })
    count('cm_requests', { status: '2xx', route: 'GET /market' })
    count('cm_requests', { route: 'GET /market', status: '5xx' })
    const taken = takeCounted()
    expect(taken.map(({ value }) => value)).toEqual([2, 1])
    expect(takeCounted()).toEqual([])
    count('cm_requests', { route: 'GET /market', status: '5xx' })
    putBack(taken)
    expect(takeCounted().map(({ value }) => value)).toEqual([2, 2])
  })
})

describe('OpenMetrics', () => {
  beforeEach(() => void takeCounted())

  test('counters end in _total, buckets are cumulative, labels are escaped, the end is marked', () => {
    count('cm_hook_refusals', { provider: 'card', reason: 'a "quoted"\nline \\' })
    observe('cm_room_seconds', { room: 'market' }, 0.004)
    observe('cm_room_seconds', { room: 'market' }, 0.3)
    observe('cm_room_seconds', { room: 'market' }, 60)
    const text = writeOpenMetrics([...takeCounted(), { name: 'cm_prices_stale', labels: {}, value: 2 }])
    expect(text).toContain('cm_hook_refusals_total{provider="card",reason="a \\"quoted\\"\\nline \\\\"} 1\n')
    expect(text).toContain('cm_room_seconds_bucket{le="0.01",room="market"} 1\n')
    expect(text).toContain('cm_room_seconds_bucket{le="0.5",room="market"} 2\n')
    expect(text).toContain('cm_room_seconds_bucket{le="+Inf",room="market"} 3\n')
    expect(text).toContain('cm_room_seconds_sum{room="market"} 60.304\n')
    expect(text).toContain('cm_room_seconds_count{room="market"} 3\n')
    expect(text).toContain('# TYPE cm_prices_stale gauge\n')
    expect(text.endsWith('# EOF\n')).toBe(true)
  })

  test.runIf(hasPromtool)('is taken by promtool', () => {
    observe('cm_request_seconds', { route: 'GET /' }, 0.02)
    count('cm_log_lines', { level: 'error' })
    const text = writeOpenMetrics(takeCounted()).replace('# EOF\n', '')
    const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    // It reads the older format, in which a counter is named with its ending.
    expect([status, stderr.split('\n').filter((line) => /error/i.test(line))]).toEqual([expect.any(Number), []])
  })
})

const faultOf = ({ metric, is, limit, where = {} }: Alarm, at: number) => {
  const labels = Object.fromEntries(Object.entries(where).filter(([, value]) => !value.startsWith('!')))
  const value = is === 'older' ? at / 1_000 - limit - 1 : is === 'below' ? limit - 1 : limit + 1
  const before = is === 'older' ? at / 1_000 : is === 'below' ? limit : limit
  return { metric, labels, value, before: is === 'grows' ? 0 : before }
}

describe('alarms', () => {
  const at = Date.UTC(2030, 0, 1)

  test.each(ALARM_NAMES)('%s rings beyond its limit and not at it', (name) => {
    const { metric, labels, value, before } = faultOf(ALARMS[name], at)
    const sample = (each: number): Sample => ({ name: metric, labels, value: each })
    const past = ALARMS[name].is === 'grows' ? [sample(0)] : []
    expect(judge({ at, samples: [sample(value)], before: past }).map(({ alarm }) => alarm)).toContain(name)
    expect(judge({ at, samples: [sample(before)], before: past }).map(({ alarm }) => alarm)).not.toContain(name)
  })

  test('a counter’s alarm looks at the growth of all its series together, without those that are left out', () => {
    const failures = (way: string, value: number): Sample => ({ name: 'cm_message_failures', labels: { way }, value })
    const before = [failures('mail', 100)]
    expect(judge({ at, before, samples: [failures('mail', 102), failures('push', 900)] })).toEqual([])
    expect(judge({ at, before, samples: [failures('mail', 102), failures('sms', 1)] })).toEqual([
      { alarm: 'MessagesRefused', labels: {}, value: 3 },
    ])
  })

  test('lead to headings of the runbook', () => {
    const runbook = read('docs/runbook.md')
    for (const { runbook: heading } of Object.values(ABOUT)) expect(runbook).toContain(`\n## ${heading}\n`)
  })
})

describe('rules for Prometheus', () => {
  const rules = read('ops/alerts.yml')

  test('are the alarms of the site, one by one', () => {
    const written = [...rules.matchAll(/- alert: (\w+)\n\s+expr: (.*)\n/g)].map(([, name = '', expr = '']) => [
      name,
      expr,
    ])
    const own = ALARM_NAMES.map((name) => [`Cm${name}`, promqlOf(ALARMS[name])])
    expect(written.filter(([name]) => name !== 'CmSilent')).toEqual(own)
  })

  test.runIf(hasPromtool)(
    'are taken by promtool, and each fires within two minutes of its fault and not before',
    () => {
      execFileSync('promtool', ['check', 'rules', join(ROOT, 'ops/alerts.yml')])
      const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
      const tests = ALARM_NAMES.map((name) => {
        const { metric, labels } = faultOf(ALARMS[name], 0)
        const { is, limit }: Alarm = ALARMS[name]
        const braces = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
        const series = `${seriesOf(metric)[0]}${braces.length > 0 ? `{${braces.join(',')}}` : ''}`
        // A minute a step: well for ten minutes, then broken. Of instants, the evaluation's time is seconds since 1970.
        const well = is === 'below' ? limit : is === 'grows' || is === 'above' ? 0 : 0
        const broken = is === 'below' ? limit - 1 : (limit + 1) * (is === 'grows' ? 2 : 1)
        const values = is === 'older' ? '0+60x10 600x10' : `${well}x10 ${broken}x10`
        return { name, series, values, is }
      })
      const yaml = [
        `rule_files: [${JSON.stringify(join(ROOT, 'ops/alerts.yml'))}]`,
        'evaluation_interval: 30s',
        'tests:',
        ...tests.flatMap(({ name, series, values, is }) => [
          `  - interval: 1m`,
          `    input_series: [{ series: '${series}', values: '${values}' }]`,
          `    promql_expr_test:`,
          // The long limits of instants need no twenty minutes here.
          `      - { expr: 'count(ALERTS{alertname="Cm${name}",alertstate="firing"}) or vector(0)', eval_time: 9m, exp_samples: [{ labels: '{}', value: 0 }] }`,
          ...(is === 'older' && ALARMS[name].limit > 600
            ? []
            : [
                `      - { expr: 'count(ALERTS{alertname="Cm${name}",alertstate="firing"}) or vector(0)', eval_time: 13m, exp_samples: [{ labels: '{}', value: 1 }] }`,
              ]),
        ]),
      ].join('\n')
      writeFileSync(join(folder, 'drill.yml'), yaml)
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', join(folder, 'drill.yml')], {
        encoding: 'utf8',
      })
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
    },
  )
})

test('both files are those that the command writes', async () => {
  const { boardOf, rulesOf } = await import('../../scripts/lib/alert-files.mjs')
  expect(read('ops/alerts.yml')).toBe(rulesOf({ ABOUT, ALARMS, ALARM_NAMES, promqlOf }))
  expect(read('ops/grafana.json')).toBe(`${JSON.stringify(boardOf({ METRICS, seriesOf }), null, 2)}\n`)
})

describe('the board of Grafana', () => {
  interface Board {
    readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[]
  }

  test('asks for metrics that are there, and for most of them', () => {
    const board = JSON.parse(read('ops/grafana.json')) as Board
    const asked = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const series = new Map(
      (Object.keys(METRICS) as MetricName[]).flatMap((name) => seriesOf(name).map((each) => [each, name])),
    )
    const named = asked.flatMap((expr) => [...expr.matchAll(/\bcm_\w+/g)].map(([name]) => name))
    expect(named.filter((name) => !series.has(name))).toEqual([])
    const shown = new Set(named.map((name) => series.get(name)))
    expect((Object.keys(METRICS) as MetricName[]).filter((name) => !shown.has(name))).toEqual([])
  }, 180_000)
})
