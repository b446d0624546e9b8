// Every form of a private page, sent by a guest and by a user with an ended session, from a browser and from a program without an Accept
// header: each leads to the login page, whatever the form contains. Typed input survives the way to an identity check.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { callAccountAsSystem } from '#services/account-room'
import { guardPage } from '#session/page-guard'
import { signSession } from '#session/session'
import { PAGES } from '../../app/site/pages'
import { loader as exportBills } from '../../app/routes/assets.export'
import { action as contactAction } from '../../app/routes/contact/data.server'
import { loader as challengePage } from '../../app/routes/passkey-challenge'
import { action as withdrawAction, loader as withdrawPage } from '../../app/routes/assets.withdraw/data.server'
import { action as newAddressAction } from '../../app/routes/settings.addresses.new/data.server'
import { doneAt } from '../../app/forms/detours.server'
import { action as addressesAction } from '../../app/routes/settings.addresses._index/data.server'
import { loader as identityPage } from '../../app/routes/settings.identity._index/data.server'
import { ORIGIN, PASSWORD, type Person, join, seed } from '../api/client'
import { USDT, enter } from '../funds/customers'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Args = Parameters<typeof withdrawAction>[0]
interface PageModule {
  readonly action?: (args: Args) => Promise<unknown>
  readonly loader?: (args: Args) => unknown
}

const modules = import.meta.glob<PageModule>(
  ['../../app/routes/*/data.server.ts', '../../app/routes/*/route.ts', '../../app/routes/*.{ts,tsx}'],
  { eager: true },
)

/** "settings.cards._index" is /settings/cards; "assets.requests.$id" is /assets/requests/:id. */
const pathOf = (file: string): string => {
  const folder = /routes\/(.+?)(?:\/data\.server|\/route)?\.tsx?$/.exec(file)?.[1] ?? ''
  return `/${folder
    .replace(/\._index$/, '')
    .replaceAll('_.', '.')
    .replaceAll('.', '/')
    .replaceAll('$', ':')}`
}
/** The layout of the assets only hides or shows amounts by a cookie and needs no login. */
const LAYOUT = 'routes/assets/'
const privatePaths = new Set(PAGES.filter(({ needsLogin }) => needsLogin).map(({ path }) => path))
const FORMS = Object.entries(modules).flatMap(([file, { action }]) =>
  action && !file.includes(LAYOUT) && privatePaths.has(pathOf(file)) ? [[pathOf(file), action] as const] : [],
)

/** Loaders of private pages, without their layouts; a script may request a page's own address. */
const DRAWN = Object.entries(modules).flatMap(([file, { loader }]) =>
  loader && !file.includes(LAYOUT) && privatePaths.has(pathOf(file)) ? [[pathOf(file), loader] as const] : [],
)

let ended: string
let alice: Person

const cookieOf = async (userId: number, sessionId: string): Promise<string> =>
  `cm_session=${await signSession(env, { userId, sessionId, issuedAt: Date.now() })}`

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  ended = await cookieOf(alice.userId, 'a-session-that-has-ended')
})

/** Sends a form through the Worker's checks up to the page. */
async function sendForm(
  action: NonNullable<PageModule['action']>,
  path: string,
  {
    cookie = '',
    accept = 'text/html',
    fields = {},
    id = '',
  }: { cookie?: string; accept?: string; id?: string; fields?: Record<string, string> },
): Promise<unknown> {
  const headers = { Origin: ORIGIN, Accept: accept, Cookie: cookie }
  const body = new URLSearchParams({ intent: 'x', ...fields })
  const admitted = await guardPage(new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body }), env)
  if (admitted instanceof Response) throw new Error(`the form was refused with ${admitted.status}`)
  const context = { env, ctx: { waitUntil: () => undefined }, place: { country: '', city: '' } }
  try {
    return await action({ request: admitted, params: { id }, context } as unknown as Args)
  } catch (thrown) {
    return thrown
  }
}

/** The answer for a script. */
const readTold = async (answer: unknown): Promise<unknown> =>
  answer instanceof Response ? { status: answer.status, told: await answer.json() } : answer

const leadsTo = (answer: unknown): string =>
  answer instanceof Response && answer.status === 302
    ? (answer.headers.get('Location') ?? '')
    : `not a redirect: ${JSON.stringify(answer)}`

describe('the form of a private page', () => {
  it('is found for all of them', () => {
    expect(FORMS.length).toBeGreaterThan(20)
  })

  it.each(FORMS)('%s leads a guest and an ended session to the login page', async (path, action) => {
    const id = path.startsWith('/messages') ? '1' : 'd1'
    for (const accept of ['text/html', '*/*']) {
      for (const cookie of ['', ended]) {
        const place = leadsTo(await sendForm(action, path.replace(':id', id), { accept, cookie, id }))
        expect({ accept, place }).toMatchObject({ place: expect.stringMatching(/^\/login\?/) as string })
        expect(new URLSearchParams(place.split('?')[1]).get('notice')).toBe(cookie ? 'session_ended' : 'please_log_in')
      }
    }
  })

  it('sent by a page’s own script is answered as data, so that the page can say why first', async () => {
    const answer = await sendForm(withdrawAction, '/assets/withdraw.data', { accept: '*/*' })
    expect(await readTold(answer)).toMatchObject({ status: 401, told: { type: '999' } })
  })
})

describe('what a private page is drawn with', () => {
  it('is found for all of them', () => {
    expect(DRAWN.length).toBeGreaterThan(40)
  })

  it.each(DRAWN)('%s is for neither a guest nor an ended session of Alice', async (path, loader) => {
    for (const cookie of ['', ended]) {
      const id = path.startsWith('/assets/requests') ? 'd1' : '1'
      const request = new Request(`${ORIGIN}${path.replace(':id', id)}?asset=3`, {
        headers: { Accept: 'text/html', Cookie: cookie },
      })
      const context = { env, place: { country: '', city: '' }, ctx: { waitUntil: () => undefined } }
      const args = { request, params: { id }, context }
      const answer: unknown = await Promise.resolve()
        .then(() => loader(args as unknown as Args))
        .catch((thrown: unknown) => thrown)
      expect(leadsTo(answer)).toMatch(/^\/login\?/)
    }
  })
})

describe('a page for everybody', () => {
  /** Pages that fill in or mark a user's own data. */
  const OPEN = Object.entries(modules).flatMap(([file, { loader }]) =>
    loader && /\/(?:buy\._index|nft\._index|quiz\._index|_index|settings)\//.test(file)
      ? [[pathOf(file), loader] as const]
      : [],
  )

  async function draw(path: string, cookie: string): Promise<string> {
    const [, loader] = OPEN.find(([each]) => each === path) ?? []
    const request = new Request(`${ORIGIN}${path}`, { headers: { Accept: 'text/html', Cookie: cookie } })
    const args = { request, params: {}, context: { env, place: { country: '', city: '' } } }
    const drawn: unknown = await loader?.(args as unknown as Args)
    return JSON.stringify(drawn, (_name, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
  }

  it.each(OPEN)('%s knows nothing of Alice by a session that has ended', async (path) => {
    expect(await draw(path, ended)).not.toContain(alice.email)
  })

  it('of purchases fills in who Alice is while her session lives', async () => {
    expect(await draw('/buy', `cm_session=${alice.token}`)).toContain(alice.email)
  })
})

describe('a message to the operators', () => {
  const mailed = async (cookie: string, replyTo: string) => {
    const fields = { replyTo, text: 'Where is my deposit of 75 USDT?' }
    expect(await sendForm(contactAction, '/contact', { cookie, fields })).toMatchObject({
      done: { value: null },
      problem: null,
    })
    return env.DB.prepare('select subject, body from outbox_message order by id desc limit 1').first()
  }

  it('is in the name of whoever is logged in, and says when the answer would go elsewhere', async () => {
    const { userId, sessionId } = await enter('Grace')
    const { email } = (await env.DB.prepare('select email from user where id = ?').bind(userId).first<{
      email: string
    }>()) ?? { email: '' }
    const cookie = await cookieOf(userId, sessionId)
    const subject = expect.stringContaining(`ユーザー ${userId}`) as string
    expect(await mailed(cookie, email.toUpperCase())).toMatchObject({
      subject,
      body: expect.not.stringContaining('ご注意') as string,
    })
    expect(await mailed(cookie, 'mallory@example.com')).toMatchObject({
      subject,
      body: expect.stringContaining('登録されているメールアドレスとは異なります') as string,
    })
  })

  it('of a session that is over is a guest’s', async () => {
    expect(await mailed(ended, alice.email)).toMatchObject({
      subject: expect.stringContaining('ログインしていない方') as string,
      body: expect.not.stringContaining('ご注意') as string,
    })
  })
})

describe('what is fetched beside the pages', () => {
  const ask = (path: string) => {
    const request = new Request(`${ORIGIN}${path}`, { headers: { Accept: 'text/html', Cookie: ended } })
    return { request, params: {}, context: { env } } as unknown as Parameters<typeof exportBills>[0]
  }

  it('the file of bills leads an ended session to the login page, and is no empty file', async () => {
    const thrown: unknown = await exportBills(ask('/assets/export')).catch((failure: unknown) => failure)
    expect(leadsTo(thrown)).toMatch(/^\/login\?.*notice=session_ended/)
  })

  it('the challenges of passkeys are for forms alone', () => {
    const answer = challengePage()
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST'])
  })
})

describe('a withdrawal', () => {
  const requester = async (name: string) => {
    const { userId, sessionId } = await enter(name)
    const addressId = await env.DB.prepare('select id from saved_address where user_id = ?')
      .bind(userId)
      .first<number>('id')
    const fields = {
      asset: String(USDT),
      kind: 'address',
      payee: String(addressId),
      amount: '12.5',
      remark: 'rent for May',
      commandId: crypto.randomUUID(),
      pay_password: PASSWORD,
      feeShown: '1',
    }
    return { userId, cookie: await cookieOf(userId, sessionId), fields }
  }
  const countOf = (userId: number) =>
    env.DB.prepare('select count(*) as n from withdrawal where user_id = ?').bind(userId).first<number>('n')
  const load = async (search: string, cookie: string) => {
    const request = new Request(`${ORIGIN}${search}`, { headers: { Accept: 'text/html', Cookie: cookie } })
    return { request, params: {}, context: { env } } as unknown as Parameters<typeof withdrawPage>[0]
  }

  it('is held to the fee that its page showed: one that rose meanwhile is said, and nothing of the form is lost', async () => {
    const { userId, cookie, fields } = await requester('Bob')
    const page = await withdrawPage(await load('/assets/withdraw?asset=3', cookie))
    const [address] = page.addresses
    expect(address?.terms.fee).toBe('1000000')
    const sent = { ...fields, feeShown: '0.5' }
    const answer = await sendForm(withdrawAction, '/assets/withdraw?asset=3', { cookie, fields: sent })
    expect(answer).toMatchObject({
      problem: { code: 'withdrawal_fee_changed', text: expect.stringContaining('1') as string },
      fields: { payee: fields.payee, amount: '12.5', remark: 'rent for May' },
    })
    expect(JSON.stringify(answer)).not.toContain(PASSWORD)
    expect(await countOf(userId)).toBe(0)
    // Sent again after the new fee was shown.
    const again = await sendForm(withdrawAction, '/assets/withdraw?asset=3', { cookie, fields })
    expect(leadsTo(again)).toMatch(/^\/assets\/requests\/w\d+$/)
    expect(await countOf(userId)).toBe(1)
  })

  it('is looked over first: nothing is asked of the account, and the secrets do not come back', async () => {
    const { userId, cookie, fields } = await requester('Bea')
    const answer = await sendForm(withdrawAction, '/assets/withdraw?asset=3', {
      cookie,
      fields: { ...fields, step: 'review' },
    })
    expect(answer).toMatchObject({ isLookedOver: true, problem: null, fields: { amount: '12.5', payee: fields.payee } })
    expect(JSON.stringify(answer)).not.toContain(PASSWORD)
    expect(await countOf(userId)).toBe(0)
  })

  it('above one’s level keeps the form, and “raise limit” leads to the check and back to all that was typed but the secrets', async () => {
    const { userId, cookie, fields } = await requester('Carol')
    await env.DB.prepare('update user set review_status = 0 where id = ?').bind(userId).run()
    const grants = [{ assetId: USDT, amount: '900000000000', wallet: 'change' }] as const
    await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: 'much', grants })
    const sent = { ...fields, amount: '800,000.5', language: 'en' }
    const inEnglish = `${cookie}; cm_language=en`
    const send = (more: Record<string, string>) =>
      sendForm(withdrawAction, '/assets/withdraw?asset=3', { cookie: inEnglish, fields: { ...sent, ...more } })
    const refused = await send({})
    expect(refused).toMatchObject({
      problem: { field: 'amount', code: 'identity_check_needed', text: 'Please verify your identity first.' },
      fields: { amount: '800,000.5', payee: fields.payee, remark: 'rent for May' },
    })
    expect(JSON.stringify(refused)).not.toContain(PASSWORD)
    expect(await countOf(userId)).toBe(0)
    const known = await withdrawPage(await load('/assets/withdraw?asset=3', cookie))
    expect(known).toMatchObject({ isCapRaisable: true, cap: { used: '0', all: '0.05' } })

    const place = new URL(leadsTo(await send({ step: 'raise_limit' })), ORIGIN)
    expect(place.pathname).toBe('/settings/identity')
    const returnTo = place.searchParams.get('returnTo') ?? ''
    expect(place.href).not.toContain(encodeURIComponent(PASSWORD))
    expect(returnTo).not.toContain(fields.commandId)
    const check = await identityPage(await load(place.pathname + place.search, inEnglish))
    expect(check.returnTo).toBe(returnTo)
    const form = await withdrawPage(await load(returnTo, cookie))
    expect(form.typed).toEqual({ payee: fields.payee, amount: '800000.5', remark: 'rent for May' })
    expect(form.asset.id).toBe(USDT)

    // Fields of any length must not make an unusable URL, and an amount must not be cut to another one.
    const long = { remark: 'あ'.repeat(5_000), asset: `3${' '.repeat(20_000)}` }
    const short = leadsTo(await send({ ...long, step: 'raise_limit' }))
    expect(short).toMatch(/^\/settings\/identity\?/)
    expect(short.length).toBeLessThan(4_000)
  })

  it('and an address lead to where a proof is set, and setting it leads back to what was typed', async () => {
    const { cookie, fields } = await requester('Cleo')
    const step = { step: 'set_pay_password' }
    const away = [
      await sendForm(withdrawAction, '/assets/withdraw?asset=3', { cookie, fields: { ...fields, ...step } }),
      await sendForm(newAddressAction, '/settings/addresses/new', {
        cookie,
        fields: { place: '3 TRC20', name: 'Home', address: 'T9yD', memo: '', ...step },
      }),
    ].map((answer) => new URL(leadsTo(answer), ORIGIN))
    expect(away.map(({ pathname }) => pathname)).toEqual(Array(2).fill('/settings/security/pay-password'))
    const [withdrawal, address] = away.map(({ searchParams }) => searchParams.get('returnTo'))
    expect(withdrawal).toBe(
      `/assets/withdraw?asset=3&kind=address&payee=${fields.payee}&amount=12.5&remark=rent+for+May`,
    )
    expect(address).toBe('/settings/addresses/new?name=Home&place=3+TRC20&address=T9yD')
    const back = (returnTo: string) =>
      doneAt(new Request(`${ORIGIN}/settings/security/pay-password${returnTo}`), '/settings/security')
    expect(leadsTo(back(`?${new URLSearchParams({ returnTo: withdrawal ?? '' }).toString()}`))).toBe(withdrawal)
    expect(leadsTo(back('?returnTo=https://example.com'))).toBe('/settings/security')
    expect(leadsTo(back(''))).toBe('/settings/security?saved')
  })

  it('of a session that is over leads to the login page and back to its coin, with nothing that was typed', async () => {
    const { userId, fields } = await requester('Dora')
    const gone = await cookieOf(userId, 'a-session-that-has-ended')
    const place = new URL(
      leadsTo(
        await sendForm(withdrawAction, '/assets/withdraw?asset=3&amount=12.5&remark=rent', { cookie: gone, fields }),
      ),
      ORIGIN,
    )
    expect([place.pathname, place.searchParams.get('returnTo')]).toEqual([
      '/login',
      '/assets/withdraw?asset=3&kind=address',
    ])
  })
})

describe('the address book', () => {
  it('lets Emma’s address go with her proof only, and says beside the proof what was wrong', async () => {
    const { userId, sessionId } = await enter('Emma')
    const cookie = await cookieOf(userId, sessionId)
    const left = () => env.DB.prepare('select id from saved_address where user_id = ?').bind(userId).first<number>('id')
    const id = String(await left())
    const send = (proof: Record<string, string>) =>
      sendForm(addressesAction, `/settings/addresses?index&delete=${id}`, { cookie, fields: { id, ...proof } })
    expect(await send({})).toMatchObject({ problem: { field: 'proof', code: 'step_up_missing' } })
    const guessed = await send({ proof: 'pay_password', pay_password: 'a guess' })
    expect(guessed).toMatchObject({ problem: { field: 'proof', code: 'pay_password_wrong' } })
    expect(JSON.stringify(guessed)).not.toContain('a guess')
    expect(await left()).not.toBeNull()
    expect(leadsTo(await send({ proof: 'pay_password', pay_password: PASSWORD }))).toBe('/settings/addresses')
    expect(await left()).toBeNull()
  })
})
