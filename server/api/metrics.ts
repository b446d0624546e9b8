// Endpoint of Prometheus, behind METRICS_TOKEN. It is no part of the public API and is not in its document.

import { Hono } from 'hono'
import { admitBearer } from '#services/operating/access'
import { metricsText } from '#services/operating/metrics'
import { clientIp } from '#session/client-ip'

const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

export const metricsApp = new Hono<{ Bindings: Env }>()

metricsApp.get('/', async ({ env, req, text }) => {
  const shown = { authorization: req.header('Authorization') ?? null, ip: clientIp(req.raw) }
  const admission = await admitBearer(env, 'METRICS_TOKEN', shown, Date.now())
  if (admission === 'absent') return text('Not found', 404)
  if (admission === 'refused') return text('METRICS_TOKEN is another', 401)
  if (admission === 'too_many') return text('Too many calls', 429, { 'Retry-After': '60' })
  return new Response(await metricsText(env, Date.now()), {
    headers: { 'Content-Type': OPEN_METRICS, 'Cache-Control': 'no-store' },
  })
})
