// Payment providers send messages about payments by card and third party, and repeat unanswered ones. Each payment is credited once, or refunded
// and never credited; its buyer is notified once, and every ledger is sound.

import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { StartedApp } from '../../kit/miniflare'
import { type CrashStory, SEED, type Pace, more, pace } from '../lives'
import {
  type Buyer,
  type Message,
  expectCreditedOnce,
  messagesOf,
  openBuyer,
  settlePayments,
  tellPayment,
} from '../payments'
import { type Random, seededRandom } from '../random'

const BUYERS = 2
const KINDS = ['card', 'ramp', 'card', 'ramp', 'card'] as const
/** Parallel messages, and messages before a kill. */
const [SENDERS, MESSAGES_MIN, MESSAGES_MAX] = [4, 4, 8]
const TOLD_AGAIN_MS = 250

interface Story {
  readonly buyers: readonly Buyer[]
  /** Messages not answered 200 yet. */
  readonly left: Message[]
  sent: number
  lost: number
}

export async function paid(app: StartedApp): Promise<CrashStory> {
  const random = seededRandom(SEED)
  const story = await openStory(app, random)
  return {
    name: 'paid',
    userIds: story.buyers.map(({ userId }) => userId),
    live: ({ url }, course) => {
      // Also enough: no message is left.
      const sent = () => (story.left.length === 0 ? Infinity : story.sent)
      const enough = [more('messages', sent, MESSAGES_MIN + Math.floor(random() * (MESSAGES_MAX - MESSAGES_MIN)))]
      return Promise.resolve({ working: tell(url, story, pace(enough, course)), enough })
    },
    check: async (last) => {
      const left = story.left.length
      await tell(last.url, story, () => Promise.resolve(true))
      expect(story.left).toEqual([])
      await settlePayments(last, story.buyers)
      for (const buyer of story.buyers) await expectCreditedOnce(last, buyer)
      return { payments: BUYERS * KINDS.length, left, lost: story.lost }
    },
  }
}

async function openStory(app: StartedApp, random: Random): Promise<Story> {
  const names = Array.from({ length: BUYERS }, (_, index) => `buyer-${SEED}-${index}`)
  const buyers = await Promise.all(names.map((name) => openBuyer(app, name, KINDS)))
  const told = await Promise.all(buyers.flatMap(({ orders }) => orders.map((order) => messagesOf(app, order))))
  // In random order, some of them twice.
  const messages = told.flat().flatMap((message) => (random() < 0.3 ? [message, message] : [message]))
  const shuffled = messages.map((message) => ({ message, at: random() })).sort((one, other) => one.at - other.at)
  return { buyers, left: shuffled.map(({ message }) => message), sent: 0, lost: 0 }
}

/** Sends messages in parallel until the process is gone. Those not answered 200 stay for the next life. */
async function tell(url: string, story: Story, goOn: Pace): Promise<void> {
  const work = async () => {
    while (story.left.length > 0 && (await goOn())) {
      const message = story.left.shift()
      if (!message) return
      story.sent += 1
      const status = await tellPayment(url, message).catch(() => null)
      if (status === 200) continue
      story.left.push(message)
      if (status === null) {
        story.lost += 1
        return
      }
      await wait(TOLD_AGAIN_MS)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, work))
}
