// Review page. The claimant may decide; two-person reviews show the number of votes.

import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { NOTE_LENGTH_MAX, NO_USER, REASON_LENGTH_MAX, type ReviewFacts, isWaiting } from '#domain/desk/review'
import { MINUTE_MS } from '#domain/time'
import { Notes } from '../../admin/notes'
import { DeskForm, DeskPage, Facts, Panel } from '../../admin/page'
import { ReviewState, UserLink, useLabelWords, useValueWords } from '../../admin/review-parts'
import { Badge } from '../../components/badge'
import { FieldFrame } from '../../components/field'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import type { action, loader } from './data.server'
import { DecidedBefore } from './decided-before'
import { VerdictChoice } from './verdict-choice'
import { WithdrawalCards } from './withdrawal-cards'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Review() {
  const { title, done, review, facts, notes, mayNote, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <DeskPage title={title} done={done} backTo={`/admin/queue/${review.kind}`}>
      <div className="lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-4">
        <div className="min-w-0">
          <ReviewStatus />
          {review.kind === 'withdrawal' && facts ? <WithdrawalCards lines={facts.lines} /> : <Subject />}
          <DecidedBefore />
        </div>
        <div className="min-w-0">
          <Decision />
          <Notes notes={notes} mayNote={mayNote} commandId={commandId} answer={answer} lengthMax={NOTE_LENGTH_MAX} />
        </div>
      </div>
    </DeskPage>
  )
}

function ReviewStatus() {
  const { t } = useTranslation('desk')
  const { review, holder } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <Facts
        rows={[
          [t('col_state'), <ReviewState key="state" state={review.state} />],
          ...(holder ? [[t('col_claimed_by'), <Held key="held" {...holder} />] as const] : []),
          ...(review.userId === NO_USER
            ? []
            : [[t('col_user'), <UserLink key="user" id={review.userId} name={null} />] as const]),
          [t('col_opened'), <Moment key="opened" at={review.openedAt} />],
          [t('col_resolved'), <Resolved key="resolved" />],
        ]}
      />
    </Panel>
  )
}

function Held({ name, since }: { name: string; since: number }) {
  return (
    <>
      {name} · <Moment at={since} />
    </>
  )
}

function Resolved() {
  const { t } = useTranslation('desk')
  const { review, resolveProblem } = useLoaderData<typeof loader>()
  if (resolveProblem !== null) return <span className="text-bad-text">{resolveProblem}</span>
  if (review.resolvedAt !== null) return <Moment at={review.resolvedAt} />
  return review.decidedAt === null ? '—' : <Badge tone="bad">{t('resolve_owed')}</Badge>
}

function Subject() {
  const { t } = useTranslation('desk')
  const [sayLabel, sayValue] = [useLabelWords(), useValueWords()]
  const { review, facts, mayDecide, isSealed } = useLoaderData<typeof loader>()
  return (
    <Panel title={t('subject')}>
      {facts ? (
        <Facts
          rows={facts.lines
            .filter(({ label, value }) => label !== 'requested_at' || !isSaid(value, review.openedAt))
            .map(({ label, value }) => [
              sayLabel(label),
              label === 'requested_at' ? <Moment at={Date.parse(value)} /> : sayValue(label, value),
            ])}
        />
      ) : (
        <p className="p-4 text-sm text-muted">{t(isSealed ? 'sealed_text' : 'no_facts')}</p>
      )}
      {facts?.players && mayDecide && <Players players={facts.players} />}
      {facts && facts.images.length > 0 && !mayDecide && (
        <p className="border-t border-line p-4 text-sm text-muted">{t('pictures_withheld')}</p>
      )}
      {facts && facts.images.length > 0 && mayDecide && (
        <ul className="grid grid-cols-1 gap-3 border-t border-line p-4 sm:grid-cols-2">
          {facts.images.map((reference) => {
            const address = imageAddress(review.id, reference)
            return (
              <li key={reference}>
                <a href={address} target="_blank" rel="noreferrer">
                  <img
                    src={address}
                    alt={t('picture')}
                    className="max-h-96 w-full rounded-lg bg-raised object-contain"
                  />
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

function Players({ players }: { readonly players: NonNullable<ReviewFacts['players']> }) {
  const { review } = useLoaderData<typeof loader>()
  return players.map(({ kind, reference }) => {
    const address = imageAddress(review.id, reference)
    return (
      <div key={reference} className="border-t border-line p-4">
        {kind === 'audio' ? (
          <audio controls preload="none" src={address} className="w-full" />
        ) : (
          <video controls preload="none" src={address} className="max-h-96 w-full rounded-lg bg-raised" />
        )}
      </div>
    )
  })
}

const imageAddress = (review: number, reference: string): string =>
  `/admin/image?${new URLSearchParams({ review: String(review), reference }).toString()}`

/** True when request and review opened at nearly the same time, so that one time is enough. */
const isSaid = (requestedAt: string, openedAt: number): boolean =>
  Math.abs(Date.parse(requestedAt) - openedAt) < MINUTE_MS

/** Decisions already made by others. */
const VERDICTS = { approve: 'state_approved', reject: 'state_rejected' } as const

function Decision() {
  const { t } = useTranslation('desk')
  const { review, decisions, isMine, hasDecided, mayDecide, approvalsNeeded, rejectionsNeeded } =
    useLoaderData<typeof loader>()
  const isUndecided = isWaiting(review.state)
  return (
    <Panel title={t('decision')}>
      <div className="grid gap-3 p-4">
        {isUndecided && approvalsNeeded > 1 && (
          <Notice tone="plain">{t(rejectionsNeeded > 1 ? 'two_people_agree' : 'two_people')}</Notice>
        )}
        {decisions.map(({ staffName, verdict, reason, at, isFallen }) => (
          <div key={at} className="text-sm">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={verdict === 'approve' ? 'good' : 'bad'}>{t(VERDICTS[verdict])}</Badge>
              <span>
                {staffName} · <Moment at={at} />
              </span>
            </div>
            {reason && <p className="mt-1 break-words text-muted">{reason}</p>}
            {isFallen && <p className="mt-1 text-bad-text">{t('approval_fallen')}</p>}
          </div>
        ))}
        {isUndecided && mayDecide && hasDecided && <p className="text-sm text-muted">{t('waits_for_second')}</p>}
        {isUndecided && mayDecide && !hasDecided && (isMine ? <Decide /> : <Claim />)}
        {isUndecided && !mayDecide && <p className="text-sm text-muted">{t('may_not_decide')}</p>}
      </div>
    </Panel>
  )
}

/** Taking over a colleague's review: only a review that its holder left, and with explicit confirmation. */
function Claim() {
  const { t } = useTranslation('desk')
  const { commandId, holder } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!holder) return <DeskForm commandId={commandId} step="claim" answer={answer} submit={t('claim')} />
  const { name, staffId, isLeft, minutes } = holder
  if (!isLeft) return <Notice tone="plain">{t('held_text', { name, minutes })}</Notice>
  return (
    <>
      <Notice tone="bad">{t('take_over_text', { name, minutes })}</Notice>
      <DeskForm
        commandId={commandId}
        step="take_over"
        answer={answer}
        submit={t('take_over', { name })}
        variant="danger"
      >
        <input type="hidden" name="from" value={staffId} />
      </DeskForm>
    </>
  )
}

function Decide() {
  const { t } = useTranslation('desk')
  const { commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskForm commandId={commandId} step="decide" answer={answer} submit={t('decide')}>
        <VerdictChoice />
        <FieldFrame label={t('fact_reason')} hint={t('reason_hint')}>
          {(wiring) => <textarea {...wiring} name="reason" rows={3} maxLength={REASON_LENGTH_MAX} className="field" />}
        </FieldFrame>
      </DeskForm>
      <DeskForm
        commandId={`${commandId}:release`}
        step="release"
        answer={answer}
        submit={t('release')}
        variant="quiet"
      />
    </>
  )
}
