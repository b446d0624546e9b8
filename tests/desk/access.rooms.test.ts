// Every page, file and form of the desk, requested by a guest, by a logged-in customer, and by each role.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openReviewStatement } from '#db/platform/review-request'
import { addSupportThread } from '#db/platform/support'
import { type Permission, ROLES, type Role, mayDo } from '#domain/desk/role'
import { REVIEW_KINDS } from '#services/desk/review-kinds'
import { guardPage } from '#session/page-guard'
import { signSession } from '#session/session'
import { type Hired, customer, firstAdmin, hire, reviewOf, seed } from './office'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

interface Route {
  readonly loader?: (args: unknown) => Promise<unknown>
  readonly action?: (args: unknown) => Promise<unknown>
}

const modules = import.meta.glob<Route>(
  ['../../app/routes/admin*/data.server.ts', '../../app/routes/admin*/route.ts', '../../app/routes/admin*.{ts,tsx}'],
  { eager: true },
)
/** A route by its name: a file or a folder. */
const ROUTES = new Map(
  Object.entries(modules).map(([path, route]) => [
    /routes\/(.+?)(?:\/data\.server|\/route)?\.tsx?$/.exec(path)?.[1] ?? '',
    route,
  ]),
)
const routeOf = (folder: string): Route => ROUTES.get(folder) ?? {}
const FOLDERS = [...ROUTES.keys()]

interface DeskRequest {
  readonly folder: string
  readonly path: string
  readonly params?: Readonly<Record<string, string>>
  /** A permission, or the roles of a review kind; null for all roles. */
  readonly needs: Permission | readonly Role[] | null
  /** Answer without the permission: a page may hide its existence. */
  readonly otherwise?: 404
}

const may = (role: Role, needs: DeskRequest['needs']): boolean =>
  needs === null || (typeof needs === 'string' ? mayDo(role, needs) : needs.includes(role))

const PAGES: readonly DeskRequest[] = [
  { folder: 'admin', path: '/admin', needs: null },
  { folder: 'admin._index', path: '/admin', needs: null },
  ...REVIEW_KINDS.flatMap(({ name: kind, roles }): DeskRequest[] => [
    { folder: 'admin.queue.$kind', path: `/admin/queue/${kind}`, params: { kind }, needs: roles.read },
    {
      folder: 'admin.reviews.$id',
      path: `/admin/reviews/${kind}`,
      params: { id: `REVIEW ${kind}` },
      needs: roles.read,
      otherwise: 404,
    },
    {
      folder: 'admin_.export.$what',
      path: `/admin/export/queue-${kind}`,
      params: { what: `queue-${kind}` },
      needs: roles.read,
    },
  ]),
  { folder: 'admin_.find', path: '/admin/find?text=1', needs: null },
  { folder: 'admin.users', path: '/admin/users', needs: 'users:read' },
  { folder: 'admin.users_.$id', path: '/admin/users/10001', params: { id: 'USER' }, needs: 'users:read' },
  {
    folder: 'admin.users_.$id_.alerts',
    path: '/admin/users/10001/alerts',
    params: { id: 'USER' },
    needs: 'users:read',
  },
  { folder: 'admin.audit', path: '/admin/audit?check=1', needs: 'audit:read' },
  { folder: 'admin.reports', path: '/admin/reports', needs: 'reports:read' },
  { folder: 'admin.calendar', path: '/admin/calendar', needs: 'reports:read' },
  { folder: 'admin.payouts', path: '/admin/payouts', needs: 'payouts:read' },
  { folder: 'admin.payouts_.$id', path: '/admin/payouts/1', params: { id: '1' }, needs: 'payouts:read' },
  { folder: 'admin.loans', path: '/admin/loans', needs: 'reports:read' },
  { folder: 'admin.risk', path: '/admin/risk', needs: 'reports:read' },
  { folder: 'admin.now', path: '/admin/now', needs: 'reports:read' },
  { folder: 'admin.staff', path: '/admin/staff', needs: 'staff:read' },
  { folder: 'admin.chat', path: '/admin/chat', needs: 'support:read' },
  { folder: 'admin.support', path: '/admin/support', needs: 'support:read' },
  { folder: 'admin.support_.$id', path: '/admin/support/none', params: { id: 'none' }, needs: 'support:read' },
  { folder: 'admin.factors', path: '/admin/factors', needs: null },
  { folder: 'admin.screening', path: '/admin/screening', needs: 'reports:read' },
  { folder: 'admin.feeds', path: '/admin/feeds', needs: 'reports:read' },
  { folder: 'admin.traders', path: '/admin/traders', needs: 'users:read' },
  { folder: 'admin.purchases', path: '/admin/purchases', needs: 'purchases:read' },
  { folder: 'admin.statements', path: '/admin/statements', needs: 'purchases:read' },
  { folder: 'admin.nft', path: '/admin/nft', needs: 'users:read' },
  { folder: 'admin.coupons', path: '/admin/coupons', needs: 'coupons:read' },
  { folder: 'admin.coupons_.$id', path: '/admin/coupons/1', params: { id: '1' }, needs: 'coupons:read' },
  { folder: 'admin.sheets.$sheet', path: '/admin/sheets/pairs', params: { sheet: 'pairs' }, needs: 'catalogue:read' },
  { folder: 'admin.sheets.$sheet', path: '/admin/sheets/texts', params: { sheet: 'texts' }, needs: 'content:read' },
  { folder: 'admin.sheets.$sheet', path: '/admin/sheets/settings', params: { sheet: 'settings' }, needs: 'site:read' },
  {
    folder: 'admin.sheets_.$sheet.$key',
    path: '/admin/sheets/pairs/BTC-USDT',
    params: { sheet: 'pairs', key: 'BTC-USDT' },
    needs: 'catalogue:read',
  },
  { folder: 'admin_.export.$what', path: '/admin/export/audit', params: { what: 'audit' }, needs: 'audit:read' },
  { folder: 'admin_.export.$what', path: '/admin/export/coupons', params: { what: 'coupons' }, needs: 'coupons:read' },
  { folder: 'admin_.export.$what', path: '/admin/export/staff', params: { what: 'staff' }, needs: 'staff:read' },
  {
    folder: 'admin_.export.$what',
    path: '/admin/export/sheet-settings',
    params: { what: 'sheet-settings' },
    needs: 'site:read',
  },
  { folder: 'admin_.export.$what', path: '/admin/export/users', params: { what: 'users' }, needs: 'users:read' },
  {
    folder: 'admin_.export.$what',
    path: '/admin/export/reserves',
    params: { what: 'reserves' },
    needs: 'reports:read',
  },
  {
    folder: 'admin_.export.$what',
    path: '/admin/export/entries',
    params: { what: 'entries-USER' },
    needs: 'users:read',
  },
  { folder: 'admin_.export.$what', path: '/admin/export/orders', params: { what: 'orders-USER' }, needs: 'users:read' },
  {
    folder: 'admin_.export.$what',
    path: '/admin/export/conditionals',
    params: { what: 'conditionals-USER' },
    needs: 'users:read',
  },
  { folder: 'admin_.export.$what', path: '/admin/export/holds', params: { what: 'holds-USER' }, needs: 'users:read' },
  {
    folder: 'admin_.export.$what',
    path: '/admin/export/balances',
    params: { what: 'balances-USER' },
    needs: 'users:read',
  },
  ...['payout-1-csv', 'payout-1-json', 'payout-1-psbt'].map((what): DeskRequest => ({
    folder: 'admin_.export.$what',
    path: `/admin/export/${what}`,
    params: { what },
    needs: 'payouts:read',
  })),
  { folder: 'admin_.export.$what', path: '/admin/export/feeds', params: { what: 'feeds' }, needs: 'reports:read' },
]

interface FormCase extends DeskRequest {
  readonly form: Readonly<Record<string, string>>
}

const REVIEW_STEPS: readonly Readonly<Record<string, string>>[] = [
  { step: 'claim' },
  { step: 'take_over' },
  { step: 'decide', verdict: 'approve' },
  { step: 'decide', verdict: 'reject', reason: 'No.' },
  { step: 'release' },
]

/** Each form with enough fields to pass the access check; the result doesn't matter here. */
const FORMS: readonly FormCase[] = [
  {
    folder: 'admin._index',
    path: '/admin',
    needs: 'site:write',
    form: { step: 'restart', network: 'TRC20', position: '0' },
  },
  ...REVIEW_KINDS.flatMap(({ name: kind, roles }) =>
    REVIEW_STEPS.map((form): FormCase => ({
      folder: 'admin.reviews.$id',
      path: `/admin/reviews/${kind}`,
      params: { id: `REVIEW ${kind}` },
      needs: roles.decide,
      form,
    })),
  ),
  {
    folder: 'admin.reviews.$id',
    path: '/admin/reviews/identity',
    params: { id: 'REVIEW identity' },
    needs: 'reviews:note',
    form: { step: 'note', text: 'Looked at.' },
  },
  {
    folder: 'admin.users_.$id',
    path: '/admin/users/1',
    params: { id: 'USER' },
    needs: 'users:freeze',
    form: { step: 'freeze', revision: '0' },
  },
  {
    folder: 'admin.users_.$id',
    path: '/admin/users/1',
    params: { id: 'USER' },
    needs: 'correction:propose',
    form: { step: 'correct', amount: '1' },
  },
  {
    folder: 'admin.users_.$id',
    path: '/admin/users/1',
    params: { id: 'USER' },
    needs: 'recovery:propose',
    form: { step: 'recover', reason: 'Seen on a video call.' },
  },
  {
    folder: 'admin.users_.$id',
    path: '/admin/users/1',
    params: { id: 'USER' },
    needs: 'standing:propose',
    form: { step: 'open', reason: 'A court asks.' },
  },
  { folder: 'admin.reports', path: '/admin/reports', needs: 'reports:read', form: { step: 'count' } },
  { folder: 'admin.staff', path: '/admin/staff', needs: 'staff:write', form: { step: 'invite', email: 'no' } },
  { folder: 'admin.chat', path: '/admin/chat', needs: 'support:answer', form: { step: 'remove', room: 'jp', no: '1' } },
  {
    folder: 'admin.support_.$id',
    path: '/admin/support/none',
    params: { id: 'none' },
    needs: 'support:answer',
    form: { step: 'take' },
  },
  { folder: 'admin.factors', path: '/admin/factors', needs: null, form: { step: 'remove_app' } },
  { folder: 'admin.traders', path: '/admin/traders', needs: 'users:freeze', form: { step: 'stop-1', userId: '1' } },
  {
    folder: 'admin.statements',
    path: '/admin/statements',
    needs: 'purchases:write',
    form: { step: 'assign-1', line: '1' },
  },
  { folder: 'admin.nft', path: '/admin/nft', needs: 'users:freeze', form: { step: 'take-999999', id: '999999' } },
  { folder: 'admin.coupons', path: '/admin/coupons', needs: 'coupons:write', form: { step: 'add' } },
  {
    folder: 'admin.coupons_.$id',
    path: '/admin/coupons/1',
    params: { id: '1' },
    needs: 'coupons:write',
    form: { step: 'change', stock: '1' },
  },
  {
    folder: 'admin.payouts',
    path: '/admin/payouts',
    needs: 'payouts:write',
    form: { step: 'make-BTC', network: 'BTC' },
  },
  ...['prepare', 'signed', 'told'].map((step): FormCase => ({
    folder: 'admin.payouts_.$id',
    path: '/admin/payouts/1',
    params: { id: '1' },
    needs: 'payouts:write',
    form: { step, transactions: '1 abcd' },
  })),
  { folder: 'admin.staff', path: '/admin/staff', needs: 'staff:write', form: { step: 'role', id: '9999' } },
  { folder: 'admin.staff', path: '/admin/staff', needs: 'staff:write', form: { step: 'reinvite', id: '9999' } },
  { folder: 'admin.staff', path: '/admin/staff', needs: 'staff:write', form: { step: 'disable', id: '9999' } },
  {
    folder: 'admin.sheets.$sheet',
    path: '/admin/sheets/fiats',
    params: { sheet: 'fiats' },
    needs: 'catalogue:write',
    form: { step: 'add' },
  },
  {
    folder: 'admin.sheets_.$sheet.$key',
    path: '/admin/sheets/texts/faq~en',
    params: { sheet: 'texts', key: 'faq~en' },
    needs: 'content:write',
    form: { step: 'change' },
  },
  {
    folder: 'admin.sheets_.$sheet.$key',
    path: '/admin/sheets/settings/site_name',
    params: { sheet: 'settings', key: 'site_name' },
    needs: 'site:write',
    form: { step: 'change' },
  },
]

/** Login pages, open to everyone. */
const OPEN = ['admin_.login', 'admin_.enrol', 'admin_.logout']
/** Tested separately below: unknown addresses, pictures without a name yet, and passkey challenges, which are half of a login. */
const ALONE = ['admin.$', 'admin_.image', 'admin_.support-picture', 'admin_.passkey']

const NO_SUMMARY = { money: null, lines: [], cells: [] }

const people = new Map<Role, Hired>()
let userId = 0
const reviews = new Map<string, string>()
let userCookie = ''

beforeAll(async () => {
  await seed()
  // The door asks the real clock. A code of an app is good for half a minute either way.
  const now = Date.now() - 60_000
  const ada = await firstAdmin('ada@cm.example', now)
  people.set('admin', ada)
  for (const role of ROLES.filter((each) => each !== 'admin')) people.set(role, await hire(ada.member, role, role, now))
  const alice = await customer('Alice')
  userId = alice.userId
  userCookie = `cm_session=${await signSession(env, { ...alice, issuedAt: Date.now() })}`
  for (const { name: kind } of REVIEW_KINDS) {
    await openReviewStatement(env.DB, { kind, subjectId: `none-${kind}`, userId, at: now, summary: NO_SUMMARY })
    reviews.set(`REVIEW ${kind}`, String(await reviewOf(`none-${kind}`)))
  }
  await env.DB.prepare(
    `INSERT INTO payout_batch (id, network, method, proposal_id, document, created_at)
     VALUES (1, 'BTC', 'psbt', 'none', '{"psbt":"cHNidP8="}', 1)`,
  ).run()
  const thread = { userId, guestId: null, id: 'none', topic: 'else', language: 'en', at: now } as const
  await addSupportThread(env.DB, thread)
})

const cookieOf = (role: Role) => `cm_staff=${people.get(role)?.token ?? ''}`

function argsOf(place: DeskRequest, cookie: string, form?: Readonly<Record<string, string>>) {
  const headers = new Headers({ Cookie: cookie, Accept: 'text/html' })
  const params = Object.fromEntries(
    Object.entries(place.params ?? {}).map(([name, value]) => [
      name,
      reviews.get(value) ?? value.replace('USER', String(userId)),
    ]),
  )
  if (form) headers.set('Origin', 'http://cm.test')
  const body = form && new URLSearchParams({ commandId: crypto.randomUUID(), ...form })
  const request = new Request(`http://cm.test${place.path}`, { headers, ...(body && { method: 'POST', body }) })
  return { request, params, context: { env } }
}

/** 200 for an answer, otherwise the thrown status; and a redirect's target. */
async function outcomeOf(work: Promise<unknown>): Promise<{ status: number; to: string; value: unknown }> {
  try {
    const answer = await work
    const status = answer instanceof Response ? answer.status : 200
    const value = answer instanceof Response ? await answer.text() : answer
    return { status, to: '', value }
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    return { status: thrown.status, to: thrown.headers.get('Location') ?? '', value: null }
  }
}

const load = (place: DeskRequest, cookie: string) =>
  outcomeOf(routeOf(place.folder).loader?.(argsOf(place, cookie)) ?? Promise.reject(new Error(place.folder)))
const submit = (filled: FormCase, cookie: string, form = filled.form) =>
  outcomeOf(routeOf(filled.folder).action?.(argsOf(filled, cookie, form)) ?? Promise.reject(new Error(filled.folder)))

describe('the table', () => {
  it('names every route of the desk, and every form', () => {
    expect(FOLDERS.length).toBeGreaterThan(12)
    const known = new Set([...PAGES.map(({ folder }) => folder), ...OPEN, ...ALONE])
    expect(FOLDERS.filter((folder) => !known.has(folder))).toEqual([])
    const withForms = FOLDERS.filter((folder) => routeOf(folder).action && ![...OPEN, ...ALONE].includes(folder))
    expect(withForms.filter((folder) => !FORMS.some((filled) => filled.folder === folder))).toEqual([])
  })
})

const named = (folder: string, path: string, params: Readonly<Record<string, string>>): DeskRequest => ({
  folder,
  path,
  params,
  needs: null,
})

describe('what there is not', () => {
  it.each([
    ...['queue-nope', 'sheet-nope', 'nope', 'balances-x'].map((what) =>
      named('admin_.export.$what', `/admin/export/${what}`, { what }),
    ),
    named('admin.$', '/admin/nope/at/all', { '*': 'nope/at/all' }),
    named('admin.queue.$kind', '/admin/queue/nope', { kind: 'nope' }),
    named('admin.sheets.$sheet', '/admin/sheets/nope', { sheet: 'nope' }),
    named('admin.sheets_.$sheet.$key', '/admin/sheets/nope/1', { sheet: 'nope', key: '1' }),
  ])('$path is missed by the desk alone: a guest is sent to its door', async (place) => {
    for (const cookie of ['', userCookie]) {
      const { status, to } = await load(place, cookie)
      expect([status, to]).toEqual([302, `/admin/login?returnTo=${encodeURIComponent(place.path)}`])
    }
    expect((await load(place, cookieOf('support'))).status).toBe(404)
  })

  it('takes no form of a guest either', async () => {
    const sheet = named('admin.sheets.$sheet', '/admin/sheets/nope', { sheet: 'nope' })
    const row = named('admin.sheets_.$sheet.$key', '/admin/sheets/nope/1', { sheet: 'nope', key: '1' })
    for (const place of [sheet, row]) {
      const filled = { ...place, form: { step: 'add' } }
      for (const cookie of ['', userCookie]) expect((await submit(filled, cookie)).status).toBe(302)
      expect((await submit(filled, cookieOf('admin'))).status).toBe(404)
    }
  })
})

it('takes a signer’s file of 300 kB from staff, and from nobody else who only claims to be', async () => {
  const send = async (cookie: string) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(300 * 1024)]), 'signed.psbt')
    const headers = { Origin: 'http://cm.test', Cookie: cookie }
    const request = new Request('http://cm.test/admin/payouts/1', { method: 'POST', headers, body })
    const passed = await guardPage(request, env)
    return passed instanceof Response ? passed.status : 'admitted'
  }
  expect(await send(cookieOf('finance'))).toBe('admitted')
  expect(await send(`cm_staff=${'A'.repeat(43)}`)).toBe(413)
})

describe.each(PAGES)('$path', (place) => {
  it('sends guests and customers to the desk’s own login', async () => {
    for (const cookie of ['', userCookie, 'cm_staff=forged', `cm_staff=${'A'.repeat(43)}`]) {
      const { status, to } = await load(place, cookie)
      expect([status, to.split('?')[0]], cookie).toEqual([302, '/admin/login'])
    }
  })

  it.each(ROLES)('opens to %s when the role may', async (role) => {
    const { status } = await load(place, cookieOf(role))
    expect(status).toBe(may(role, place.needs) ? 200 : (place.otherwise ?? 403))
  })
})

describe.each(FORMS)('the form $form.step of $path', (filled) => {
  it('is refused to guests and customers', async () => {
    for (const cookie of ['', userCookie]) {
      const { status, to } = await submit(filled, cookie)
      expect([status, to.split('?')[0]], cookie).toEqual([302, '/admin/login'])
    }
  })

  it('is refused from another site', async () => {
    const args = argsOf(filled, cookieOf('admin'), filled.form)
    args.request.headers.set('Origin', 'https://elsewhere.example')
    const { status } = await outcomeOf(routeOf(filled.folder).action?.(args) ?? Promise.reject(new Error('no form')))
    expect(status).toBe(403)
  })

  it.each(ROLES.filter((role) => !may(role, filled.needs)))('changes nothing for %s', async (role) => {
    const lines = async () => env.DB.prepare('select count(*) as n from audit_entry').first<number>('n')
    const before = await lines()
    const { status, value } = await submit(filled, cookieOf(role))
    const isToldSo = status === 403 || /権限|役割|審査はありません/.test(JSON.stringify(value))
    expect({ status, value, isToldSo }).toMatchObject({ isToldSo: true })
    expect(await lines()).toBe(before)
  })
})

describe('a picture', () => {
  it('of nobody is not there, and guests are sent to log in', async () => {
    const place = { folder: 'admin_.image', path: '/admin/image?reference=/uploads/x', needs: null } as const
    expect((await load(place, '')).status).toBe(302)
    expect((await load(place, cookieOf('reviewer'))).status).toBe(404)
  })

  it('of a conversation is for whoever answers there, and for nobody else at the desk', async () => {
    const path = '/admin/support-picture?thread=none&no=1'
    const place = { folder: 'admin_.support-picture', path, needs: null } as const
    for (const cookie of ['', userCookie]) expect((await load(place, cookie)).status).toBe(302)
    for (const role of ROLES) {
      const status = mayDo(role, 'support:answer') ? 404 : 403
      expect({ role, status: (await load(place, cookieOf(role))).status }).toEqual({ role, status })
    }
  })
})

describe('the challenge of a passkey to be added', () => {
  const place = { folder: 'admin_.passkey', path: '/admin/passkey', needs: null } as const
  const ask = (cookie: string) => submit({ ...place, form: {} }, cookie, { purpose: 'add' })

  it('is given to whoever is at the desk, and to no guest and no customer', async () => {
    for (const cookie of ['', userCookie]) expect((await ask(cookie)).status).toBe(302)
    for (const role of ROLES) expect((await ask(cookieOf(role))).status).toBe(200)
  })

  it('is given to nobody with a link that is none', async () => {
    const form = { purpose: 'enrol', token: 'forged', password: 'a long night shift', again: 'a long night shift' }
    const { value } = await submit({ ...place, form }, '', form)
    expect(value).not.toContain('challenge')
  })
})
