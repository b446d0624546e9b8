// The API: mounts every endpoint under /api.

import { Hono } from 'hono'

export const api = new Hono<{ Bindings: Env }>()

api.get('/time', (context) => context.json({ type: 'ok', message: { time: Date.now() } }))
