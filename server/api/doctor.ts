// Diagnosis for operators (scripts/doctor.mjs): problems of this site, and their remedies.

import { Hono } from 'hono'
import * as v from 'valibot'
import { examine } from '#services/operating/doctor'
import { admitted } from './operator'

/** Where a trial mail goes; null for none. */
const input = v.strictObject({ mail: v.nullable(v.pipe(v.string(), v.trim(), v.email(), v.maxLength(254))) })

export const doctorApp = new Hono<{ Bindings: Env }>()

doctorApp.use(admitted)
doctorApp.post('/', async (context) => {
  const asked = v.safeParse(input, await context.req.json().catch(() => null))
  if (!asked.success) return context.text('Malformed', 400)
  return context.json(await examine(context.env, { mail: asked.output.mail, now: Date.now() }))
})
