// Text of the rules for Prometheus and of the board for Grafana.

const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')

/** @param {{ ABOUT: Record<string, any>, ALARMS: Record<string, any>, ALARM_NAMES: readonly string[], promqlOf: (alarm: any) => string }} alarms */
export function rulesOf({ ABOUT, ALARMS, ALARM_NAMES, promqlOf }) {
  const rules = ALARM_NAMES.map((name) => {
    const alarm = ALARMS[name]
    const { page, runbook } = ABOUT[alarm.about]
    return [
      `      - alert: Cm${name}`,
      `        expr: ${promqlOf(alarm)}`,
      `        labels: { urgency: ${alarm.urgency} }`,
      `        annotations: { desk: ${page}, runbook: 'docs/runbook.md#${anchorOf(runbook)}' }`,
    ].join('\n')
  })
  return `# Alert rules for Prometheus, written by \`npm run alerts\`. "now" wakes somebody, "today" can wait for the morning. Each names a page of the
# desk and a part of docs/runbook.md. Scrape every 30 seconds, so that each fires within two minutes of its fault.
groups:
  - name: cm
    interval: 15s
    rules:
      - alert: CmSilent
        expr: absent(cm_directory_up)
        for: 90s
        labels: { urgency: now }
        annotations: { desk: /admin, runbook: 'docs/runbook.md#the-site-does-not-answer' }
${rules.join('\n')}
`
}

/** One panel for each metric; quantiles for histograms. */
export function boardOf({ METRICS, seriesOf }) {
  const panels = Object.entries(METRICS).map(([name, { kind, help, labels }], index) => ({
    id: index + 1,
    title: help.replace(/\.$/, ''),
    type: 'timeseries',
    datasource: { type: 'prometheus', uid: '\${DS}' },
    gridPos: { x: (index % 3) * 8, y: Math.floor(index / 3) * 8, w: 8, h: 8 },
    targets: queriesOf(kind, seriesOf(name), labels).map(({ expr, legend }, at) => ({
      refId: String.fromCharCode(65 + at),
      expr,
      legendFormat: legend,
    })),
  }))
  return {
    title: 'CM',
    uid: 'cm-site',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'DS', type: 'datasource', query: 'prometheus' }] },
    panels,
  }
}

function queriesOf(kind, [series], labels) {
  const [first] = labels
  const by = first ? `by (${first}) ` : ''
  const legend = first ? `{{${first}}}` : ''
  if (kind === 'gauge')
    return [
      {
        expr: series.endsWith('timestamp_seconds') ? `time() - ${series}` : series,
        legend: labels.map((label) => `{{${label}}}`).join(' '),
      },
    ]
  if (kind === 'counter') return [{ expr: `sum ${by}(rate(${series}[5m]))`, legend }]
  return [0.5, 0.99].map((share) => ({
    expr: `histogram_quantile(${share}, sum by (le, ${first}) (rate(${series}[5m])))`,
    legend: `p${share * 100} ${legend}`,
  }))
}
