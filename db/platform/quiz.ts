// Quiz events in a language, objections, and settlement records.

import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Language } from '#domain/language'
import type { EventTerms, QuizAnswer, QuizTerms } from '#domain/quiz/rules'
import { asset } from './catalogue-schema'
import { openDirectory, runBatch } from './directory'
import { quizAnswer, quizEvent, quizObjection, quizText } from './quiz-schema'
import { openReviewStatement } from './review-request'

export type QuizObjection = typeof quizObjection.$inferSelect

export interface QuizEventRow {
  readonly terms: QuizTerms
  readonly question: string
  readonly source: string
  readonly options: readonly string[]
  readonly answer: QuizAnswer | null
  /** Receipt that commits to the bets; null before it is published. */
  readonly betsReceiptId: string | null
}

const ENGLISH = 'en'

/** Published ones, those that close next first; texts in English where the language has none. */
export async function loadQuizEvents(
  db: D1Database,
  language: Language,
  id: number | null = null,
): Promise<QuizEventRow[]> {
  const directory = openDirectory(db)
  const isWanted = and(eq(quizEvent.isPublished, true), id === null ? undefined : eq(quizEvent.id, id))
  // Not a batch: the tables share column names.
  const [rows, texts] = await Promise.all([
    directory
      .select({ event: quizEvent, answer: quizAnswer, assetId: asset.id, scale: asset.scale })
      .from(quizEvent)
      .innerJoin(asset, eq(asset.code, quizEvent.asset))
      .leftJoin(quizAnswer, eq(quizAnswer.eventId, quizEvent.id))
      .where(isWanted)
      .orderBy(asc(quizEvent.sort), desc(quizEvent.closesAt)),
    directory
      .select()
      .from(quizText)
      .where(and(inArray(quizText.language, [language, ENGLISH]), id === null ? undefined : eq(quizText.eventId, id))),
  ])
  return rows.flatMap(({ event, answer, assetId, scale }) => {
    const own = texts.filter(({ eventId }) => eventId === event.id)
    const text = own.find((each) => each.language === language) ?? own[0]
    if (!text) return []
    const { question, source } = text
    const options = optionsOf(text, event.optionCount)
    const { betsReceiptId } = event
    return [{ terms: termsOf(event, { id: assetId, scale }), question, source, options, answer, betsReceiptId }]
  })
}

const optionsOf = (text: typeof quizText.$inferSelect, count: number): readonly string[] =>
  [text.option1, text.option2, text.option3, text.option4, text.option5, text.option6].slice(0, count)

/** Terms for an event's room; null while unpublished. */
export async function loadQuizTerms(db: D1Database, id: number): Promise<EventTerms | null> {
  const row = await openDirectory(db)
    .select({ event: quizEvent, text: quizText, assetId: asset.id, scale: asset.scale })
    .from(quizEvent)
    .innerJoin(asset, eq(asset.code, quizEvent.asset))
    .innerJoin(quizText, and(eq(quizText.eventId, quizEvent.id), eq(quizText.language, ENGLISH)))
    .where(and(eq(quizEvent.id, id), eq(quizEvent.isPublished, true)))
    .get()
  if (!row) return null
  const { event, text, assetId, scale } = row
  const options = optionsOf(text, event.optionCount)
  return { ...termsOf(event, { id: assetId, scale }), question: text.question, options }
}

const termsOf = (
  { id, asset: code, optionCount, fee, stakeMin, stakeMax, opensAt, closesAt }: typeof quizEvent.$inferSelect,
  of: { readonly id: number; readonly scale: number },
): QuizTerms => ({ id, asset: { ...of, code }, optionCount, fee, stakeMin, stakeMax, opensAt, closesAt })

/** Closed events whose bets are not committed to yet. */
export const uncommittedQuizEvents = (db: D1Database, now: number, limit: number) =>
  openDirectory(db)
    .select({ id: quizEvent.id })
    .from(quizEvent)
    .where(and(eq(quizEvent.isPublished, true), lte(quizEvent.closesAt, now), isNull(quizEvent.betsCommittedAt)))
    .orderBy(asc(quizEvent.closesAt))
    .limit(limit)

export const noteQuizCommitted = (
  db: D1Database,
  eventId: number,
  { receiptId, at }: { readonly receiptId: string; readonly at: number },
) =>
  openDirectory(db)
    .update(quizEvent)
    .set({ betsReceiptId: receiptId, betsCommittedAt: at })
    .where(and(eq(quizEvent.id, eventId), isNull(quizEvent.betsCommittedAt)))

/** Answers past their objection period, without unanswered objections. */
export const dueQuizAnswers = (db: D1Database, decidedBefore: number, limit: number) =>
  openDirectory(db)
    .select({
      eventId: quizAnswer.eventId,
      answer: quizAnswer.answer,
      evidence: quizAnswer.evidence,
      decidedAt: quizAnswer.decidedAt,
    })
    .from(quizAnswer)
    .innerJoin(quizEvent, eq(quizEvent.id, quizAnswer.eventId))
    .where(
      and(
        isNull(quizAnswer.settledAt),
        lte(quizAnswer.decidedAt, decidedBefore),
        sql`${quizAnswer.decidedAt} >= ${quizEvent.betsCommittedAt}`,
        sql`not exists (select 1 from ${quizObjection}
          where ${quizObjection.eventId} = ${quizEvent.id} and ${quizObjection.state} = 'open')`,
      ),
    )
    .orderBy(asc(quizAnswer.decidedAt))
    .limit(limit)

export const noteQuizSettled = (db: D1Database, eventId: number, at: number) =>
  openDirectory(db)
    .update(quizAnswer)
    .set({ settledAt: at })
    .where(and(eq(quizAnswer.eventId, eventId), isNull(quizAnswer.settledAt)))

const objectionId = (eventId: number, userId: number): string => `${eventId}:${userId}`

/** With its review, once per user, event and answer: an objection to a later answer replaces an earlier answered one. */
export async function addQuizObjection(
  db: D1Database,
  {
    decidedAt,
    ...objection
  }: Pick<QuizObjection, 'eventId' | 'userId' | 'reason' | 'at'> & { readonly decidedAt: number },
): Promise<void> {
  const { eventId, userId, reason, at } = objection
  const known = await findQuizObjection(db, eventId, userId)
  if (known && (known.state === 'open' || known.at >= decidedAt)) return
  const round = (known?.round ?? 0) + 1
  const review = openReviewStatement(db, {
    kind: 'objection',
    subjectId: objectionId(eventId, userId),
    userId,
    at,
    round,
    summary: { money: null, lines: [{ label: 'event', value: `#${eventId}` }], cells: [] },
  })
  const put = openDirectory(db)
    .insert(quizObjection)
    .values({ ...objection, round })
    .onConflictDoUpdate({
      target: [quizObjection.eventId, quizObjection.userId],
      set: { reason, at, round, state: 'open', reply: '' },
      setWhere: sql`${quizObjection.round} = ${round - 1} and ${quizObjection.state} <> 'open'`,
    })
  await openDirectory(db).batch([put, review])
}

export const findQuizObjection = (db: D1Database, eventId: number, userId: number) =>
  openDirectory(db)
    .select()
    .from(quizObjection)
    .where(and(eq(quizObjection.eventId, eventId), eq(quizObjection.userId, userId)))
    .get()

/** The desk's reply; one that is upheld calls the event off, unless it was paid before. */
export async function replyToObjection(
  db: D1Database,
  {
    eventId,
    userId,
    isUpheld,
    reply,
  }: { readonly eventId: number; readonly userId: number; readonly isUpheld: boolean; readonly reply: string },
): Promise<void> {
  const state = isUpheld ? 'upheld' : 'refused'
  const closed = sql`update quiz_objection set state = ${state}, reply = ${reply}
    where event_id = ${eventId} and user_id = ${userId} and state = 'open'`
  const voided = sql`update quiz_answer set answer = 0 where event_id = ${eventId} and settled_at is null`
  // The order matters: after the objection period, an answer without open objections can't be changed (quiz_answer_stands).
  await runBatch(db, isUpheld ? [voided, closed] : [closed])
}
