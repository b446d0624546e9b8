// Loader of customer service: opening hours, response time, frequent questions, own conversations.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { SUPPORT_TOPICS, nextOpening } from '#domain/support/thread'
import { findSupportOwner, isUnread, ownThreads, readSupportDesk } from '#services/support/threads'
import { findText } from '#services/content'
import { sentence } from '#services/words'
import { pageI18n } from '../../text/i18n.server'
import { findSections, sectionsOf } from '../../text/sections'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

/** Questions shown of each topic. */
const QUESTIONS = 3

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const language = readLanguage(request)
  const words = pageI18n(language)
  const now = Date.now()
  const owner = await findSupportOwner(request, env)
  const [desk, threads, faq] = await Promise.all([
    readSupportDesk(env, now),
    ownThreads(env, owner),
    findText(env, 'faq', language),
  ])
  const { sections } = sectionsOf(faq?.content ?? '')
  return {
    texts: broughtTexts(language, 'support'),
    title: titleOf(request, 'support', 'title'),
    notice: sentence(language, 'done_support_notice'),
    desk,
    opensAt: desk.isOpen ? null : nextOpening(desk.hours, now),
    topics: SUPPORT_TOPICS.map((topic) => ({
      topic,
      questions: findSections(sections, words.t(`faq_${topic}`, { ns: 'support' }))
        .slice(0, QUESTIONS)
        .map(({ id, heading }) => ({ id, heading })),
    })),
    threads: threads.map((thread) => ({
      id: thread.id,
      topic: thread.topic,
      openedAt: thread.openedAt,
      isClosed: thread.closedAt !== null,
      isUnread: isUnread(thread),
    })),
  }
}
