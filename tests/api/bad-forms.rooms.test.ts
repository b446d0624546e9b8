// Wrong, missing and unknown fields in the forms of pages: each is refused by its name in the visitor's language, as /api refuses it, and
// nothing is done. No form turns a wrong or a missing word into a default.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { SERVER_WORDS } from '../../locales/list'
import { firstAdmin, secondAdmin } from '../desk/office'
import { DESK_FORMS, FORMS, type FormRow, OTHER_FORMS } from './bad-forms'
import type { Field, Fields, Kind } from './bad-input-fields'
import { ORIGIN, type Person, join, seed } from './client'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const ENDPOINTS: Readonly<Record<string, Fields>> = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Readonly<Record<string, Fields>>>('../*/bad-input.ts', { eager: true, import: 'ENDPOINTS' }),
  ),
)

type Args = { readonly request: Request; readonly params: Readonly<Record<string, string>>; readonly context: unknown }
const ACTIONS = import.meta.glob<(args: Args) => Promise<unknown>>('../../app/routes/*/data.server.ts', {
  eager: true,
  import: 'action',
})

const { fields: names, refusals } = SERVER_WORDS.jp
/** What no field of the kind takes, as text: a form sends nothing else. */
const HOSTILE: Readonly<Record<Kind, readonly string[]>> = {
  whole: ['-1', '1.5', 'NaN', '٣', 'x', '9'.repeat(400)],
  decimal: ['-1', '1e-3', 'x', '9'.repeat(400)],
  choice: ['-1', 'constructor', 'RISE', '9'.repeat(400)],
  text: ['a\u0000b', 'x'.repeat(20_000)],
  secret: ['x'.repeat(20_000)],
}

interface Told {
  readonly done?: unknown
  readonly problem: { readonly code: string; readonly text: string; readonly field: string | null } | null
}

let cookie: string
let alice: Person

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  cookie = `cm_session=${alice.token}; cm_language=jp`
})

/** What the page's action answers, or the redirect that it throws. */
async function send({ route, params = {} }: FormRow, fields: Readonly<Record<string, string>>, by = cookie) {
  const action = ACTIONS[`../../app/routes/${route}/data.server.ts`]
  if (!action) throw new Error(`${route} has no action`)
  const headers = { Origin: ORIGIN, Accept: 'text/html', Cookie: by }
  const request = new Request(`${ORIGIN}/${route}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const context = { env, ctx: { waitUntil: () => undefined }, place: { country: '', city: '' } }
  try {
    return await action({ request, params, context })
  } catch (thrown) {
    return thrown
  }
}

const rowOf = ({ endpoint, given = [], fields = {} }: FormRow): Fields => {
  const row = endpoint === undefined ? {} : ENDPOINTS[endpoint]
  if (!row) throw new Error(`${endpoint} has no row`)
  return { ...Object.fromEntries(Object.entries(row).filter(([name]) => !given.includes(name))), ...fields }
}

const valid = (row: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(row).flatMap(([name, field]) => (field.isOptional ? [] : [[name, field.valid]])))
/** With the choices that the form has to say. */
const sentBy = (form: FormRow): Record<string, string> => {
  const row = rowOf(form)
  const said = (form.mustSay ?? []).map((name) => [name, row[name]?.valid ?? ''] as const)
  return { intent: form.intent, commandId: crypto.randomUUID(), ...valid(row), ...Object.fromEntries(said) }
}

const wordOf = (name: string): string => Object.entries(names).find(([field]) => field === name)?.[1] ?? name
const sentence = (code: 'field_malformed' | 'field_missing' | 'field_not_taken', word: string): string =>
  refusals[code].replace('{{field}}', word)

const hostile = ({ kind, accepts = [] }: Field): readonly string[] =>
  HOSTILE[kind].filter((value) => !accepts.includes(value))

const titleOf = (form: FormRow): string => `${form.route} ${form.intent}`

describe('a form of a page', () => {
  it.each(FORMS.map((form) => [titleOf(form), form] as const))(
    '%s refuses a wrong value by its name',
    async (_, form) => {
      for (const [name, field] of Object.entries(rowOf(form))) {
        for (const value of hostile(field)) {
          const answer = (await send(form, { ...sentBy(form), [name]: value })) as Told
          expect({ name, value, done: answer.done, ...answer.problem }).toMatchObject({
            ...{ name, value, done: null, field: name, code: 'field_malformed' },
            text: sentence('field_malformed', wordOf(name)),
          })
        }
      }
    },
  )

  it.each(FORMS.map((form) => [titleOf(form), form] as const))('%s asks for a missing field', async (_, form) => {
    const sent = sentBy(form)
    for (const name of Object.keys(sent).filter((each) => each !== 'intent' && each !== 'commandId')) {
      const { [name]: _left, ...others } = sent
      for (const fields of [others, { ...others, [name]: '' }]) {
        const answer = (await send(form, fields)) as Told
        expect({ name, done: answer.done, ...answer.problem }).toMatchObject({
          ...{ name, done: null, field: name, code: 'field_missing' },
          text: sentence('field_missing', wordOf(name)),
        })
      }
    }
  })

  it.each(FORMS.map((form) => [titleOf(form), form] as const))('%s refuses what it does not know', async (_, form) => {
    const unknown = (await send(form, { ...sentBy(form), no_such_limit: '1' })) as Told
    expect(unknown).toMatchObject({ done: null, problem: { code: 'field_not_taken', field: 'no_such_limit' } })
    const intent = (await send(form, { ...sentBy(form), intent: 'constructor' })) as Told
    expect(intent).toMatchObject({
      done: null,
      problem: { code: 'field_malformed', field: 'intent', text: sentence('field_malformed', wordOf('intent')) },
    })
  })
})

/** The sentence of an answer of any shape. */
function told(answer: unknown): string {
  const { problem } = answer as { problem?: { text: string } | string | null; data?: unknown }
  if (typeof problem === 'string') return problem
  if (problem) return problem.text
  // An answer with headers of its own.
  const { data } = answer as { data?: unknown }
  return data === undefined ? `nothing was refused: ${JSON.stringify(answer)}` : told(data)
}

const NAMES: Readonly<Record<string, string>> = {
  from: 'from_currency_id',
  to: 'to_currency_id',
  isPostOnly: 'post_only',
  orderNo: 'order_id',
  sizeIn: 'size_in',
  timeInForce: 'time_in_force',
  trailIn: 'trail_in',
}

describe('a form whose page has an answer of its own', () => {
  it.each(OTHER_FORMS.map((form) => [titleOf(form), form] as const))(
    '%s refuses a wrong or missing value by its name',
    async (_, form) => {
      for (const [name, field] of Object.entries(rowOf(form))) {
        const word = wordOf(NAMES[name] ?? name)
        for (const value of hostile(field)) {
          const text = told(await send(form, { ...sentBy(form), [name]: value }))
          expect({ name, value, text }).toEqual({ name, value, text: sentence('field_malformed', word) })
        }
        if (field.isOptional) continue
        const { [name]: _left, ...others } = sentBy(form)
        expect({ name, text: told(await send(form, others)) }).toEqual({ name, text: sentence('field_missing', word) })
      }
    },
  )

  it('that names no order of its page cancels none', async () => {
    const { problem } = (await send({ route: 'orders', intent: 'x' }, { intent: 'x', orderNo: '1' })) as Told
    expect(problem).toMatchObject({ code: 'field_malformed', text: sentence('field_malformed', wordOf('intent')) })
  })

  it('that names a pair which nobody lists cancels no orders of others', async () => {
    const sent = { intent: 'cancel_all', symbol: 'NO-PAIR' }
    const { problem } = (await send({ route: 'orders', intent: 'cancel_all' }, sent)) as Told
    expect(problem).toMatchObject({ code: 'field_malformed', text: sentence('field_malformed', wordOf('symbol')) })
  })

  it.each([
    ['loans.$id', { id: '1' }],
    ['earn.lock.orders.$id', { id: '1' }],
    ['nft.mine._index', {}],
    ['coupons', {}],
    ['chat', {}],
  ] as const)('%s refuses an intent that it does not know', async (route, params) => {
    const form = { route, params, intent: 'constructor' }
    expect(told(await send(form, { intent: 'constructor', id: '1' }))).toBe(
      sentence('field_malformed', wordOf('intent')),
    )
  })
})

describe('a form of the desk', () => {
  let staff: string
  const desk: Readonly<Record<string, string>> = Object.assign(
    {},
    ...Object.values(
      import.meta.glob<Readonly<Record<string, string>>>('../../locales/jp/*desk.json', {
        eager: true,
        import: 'default',
      }),
    ),
  )

  beforeAll(async () => {
    // The pages ask the real clock. A code of an app is good for half a minute either way.
    const now = Date.now() - 60_000
    await firstAdmin('ada@cm.example', now)
    const { token } = await secondAdmin(now)
    staff = `cm_staff=${token}; cm_language=jp`
  })

  it.each(DESK_FORMS.map((form) => [titleOf(form), form] as const))(
    '%s refuses a wrong or missing value by its name',
    async (_, form) => {
      const { intent: step = '', ...sent } = sentBy(form)
      for (const [name, field] of Object.entries(rowOf(form))) {
        const key = form.words[name]
        if (key === undefined) continue
        const word = desk[key] ?? ''
        for (const value of field.kind === 'text' ? [] : hostile(field)) {
          const text = told(await send(form, { ...sent, step, [name]: value }, staff))
          expect({ name, value, text }).toEqual({ name, value, text: sentence('field_malformed', word) })
        }
        if (field.isOptional) continue
        const { [name]: _left, ...others } = sent
        const text = told(await send(form, { ...others, step }, staff))
        expect({ name, text }).toEqual({ name, text: sentence('field_missing', word) })
      }
    },
  )

  it('with a step that its page does not have does nothing', async () => {
    for (const route of ['admin.nft', 'admin.statements', 'admin.chat', 'admin.staff']) {
      const sent = { step: 'constructor', commandId: crypto.randomUUID(), id: '1', reason: 'why' }
      expect(told(await send({ route, intent: '' }, sent, staff))).toBe(refusals.request_malformed)
    }
  })
})
