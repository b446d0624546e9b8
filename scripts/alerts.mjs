// `npm run alerts`: writes ops/alerts.yml from the alarms of the site (server/domain/operating/alarms.ts), and the board of Grafana from its
// metrics. A test compares both with what stands there.

import { writeFileSync } from 'node:fs'
import { importProduct } from './lib/product.mjs'
import { boardOf, rulesOf } from './lib/alert-files.mjs'

const alarms = await importProduct('server/domain/operating/alarms.ts')
const { METRICS, seriesOf } = await importProduct('server/domain/operating/metrics.ts')
writeFileSync('ops/alerts.yml', rulesOf(alarms))
writeFileSync('ops/grafana.json', `${JSON.stringify(boardOf({ METRICS, seriesOf }), null, 2)}\n`)
