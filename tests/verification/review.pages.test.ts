// A user’s identity between a phone and the desk as pages: sent, seen and rejected, sent again and passed; and who never sees its pictures.

import { beforeAll, describe, expect, inject, test } from 'vitest'
import { atWork, decide, openReview } from '../kit/desk'
import { attribute } from '../kit/html'
import { bindMobile, jpeg, sendPassport } from '../kit/identity'
import type { Page } from '../kit/page'
import { type Person, Visitor, openAtDesk, openPerson } from '../kit/visitor'

const REASON = 'The back is out of focus.'

let alice: Person
/** Addresses of the front’s picture: Alice’s own, and the desk’s. */
let ownPicture = ''
let deskPicture = ''
beforeAll(async () => {
  alice = await openPerson()
  await bindMobile(alice)
})

/** The row of limits for the user's level. */
const ownLimits = async (): Promise<string> =>
  (await alice.open('/settings/identity')).marked('aria-current', 'true').join(' ')

const picturesOf = (page: Page, address: RegExp): string[] =>
  page
    .all((element) => element.name === 'img' && address.test(attribute(element, 'src')))
    .map(({ attribs }) => attribs['src'] ?? '')

const sendPictures = async (): Promise<Page> =>
  (await alice.open('/settings/identity/advanced'))
    .form('Submit')
    .fill({ front_pic: jpeg('front.jpg'), reverse_pic: jpeg('reverse.jpg') })
    .send()

describe('Alice on a phone, and Rita at the desk', () => {
  test('level 1: Alice types her passport, Rita approves, and Alice’s page shows the limits of level 1', async () => {
    expect(await ownLimits()).toContain('Not verified')
    expect((await sendPassport(alice)).main).toContain('We are checking your details.')
    expect((await decide('rita', 'identity', { whose: alice.email })).text).toContain('Decided and carried out')
    expect(await ownLimits()).toMatch(/Basic \(Lv1\).*200 BTC/)
  })

  test('level 2: Rita sees both pictures and rejects them, Alice reads why, sends others, and passes when Rita and Rob agree', async () => {
    const whose = alice.email
    let page = await sendPictures()
    expect(page.main).toContain('We are checking your details.')
    ownPicture = picturesOf(page, /./).find((source) => source.startsWith('/uploads/')) ?? ''

    const pictures = picturesOf(await openReview(atWork('rita'), 'identity', whose), /^\/admin\/image/)
    expect(pictures).toHaveLength(2)
    for (const picture of pictures) {
      const answer = await atWork('rita').ask(picture)
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
      await answer.arrayBuffer()
    }
    ;[deskPicture = ''] = pictures
    await decide('rita', 'identity', { whose, reason: REASON })

    page = await alice.open('/settings/identity/advanced')
    expect(page.main).toContain(`Not approved. Reason: ${REASON}`)
    await sendPictures()
    expect((await decide('rita', 'identity', { whose })).text).toContain('A second person must approve too')
    expect(await ownLimits()).toMatch(/Basic \(Lv1\)/)
    await decide('rob', 'identity', { whose })
    expect(await ownLimits()).toMatch(/Advanced \(Lv2\).*500 BTC.*1,000,000 USDT/)
  })

  test('every decision has come as a message', async () => {
    const page = await alice.open('/messages/all')
    for (const words of [
      'You have passed basic identity verification.',
      `Your advanced identity verification was not approved. Reason: ${REASON}`,
      'You have passed advanced identity verification.',
    ])
      expect(page.main).toContain(words)
  })
})

test('her pictures are hers and Rita’s to see; Bob, a guest, and Sam of support get none of them', async () => {
  const bob = await openPerson()
  const { rita, sam } = inject('deskTokens')
  const seen = async (visitor: Visitor) => {
    const statuses: number[] = []
    for (const path of [ownPicture, deskPicture]) {
      const answer = await visitor.ask(path)
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
    return statuses
  }
  expect({
    alice: await seen(alice),
    rita: await seen(openAtDesk(rita)),
    sam: await seen(openAtDesk(sam)),
    bob: await seen(bob),
    guest: await seen(new Visitor()),
  }).toEqual({ alice: [200, 302], rita: [404, 200], sam: [404, 403], bob: [404, 302], guest: [404, 302] })

  const queue = await openAtDesk(sam).open('/admin/queue/identity?view=approved')
  expect(queue.main).toContain(alice.email)
  const review = await openAtDesk(sam).open(
    queue.links.find(({ to }) => /^\/admin\/reviews\/\d+$/.test(to))?.to ?? '/nowhere',
  )
  expect(review.main).toContain('Only people who can decide this review see the pictures.')
  expect(picturesOf(review, /^\/admin\/image/)).toEqual([])
})
