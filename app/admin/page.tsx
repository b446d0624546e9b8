// Building blocks of desk pages: header with notice, panel, form with command id.

import { Form, type FormProps, Link, useLocation, useNavigation, useSearchParams } from '@remix-run/react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../components/button'
import { Dotted } from '../components/dotted'
import { Problem } from '../components/field'
import { Notice } from '../components/notice'
import { PageHeader } from '../components/page-header'
import { toast } from '../components/toast'
import { useRefusal } from '../components/form-focus'
import type { DeskAnswer } from './enter.server'
import type { AuditFact } from './audit-words'
import { DataTable } from '../components/data-table'
import { useSite } from '../site/site'
import { instantWords } from '../text/dates'
import type { WordKey } from '../../locales/key'

const DONE = {
  claimed: 'done_claimed',
  released: 'done_released',
  noted: 'done_noted',
  seconding: 'done_seconding',
  seconding_rejection: 'done_seconding_rejection',
  decided: 'done_decided',
  owed: 'done_owed',
  refused: 'done_refused',
  frozen: 'done_frozen',
  proposed: 'done_proposed',
  saved: 'done_saved',
  staff: 'done_staff',
  counted: 'done_counted',
  asked: 'done_asked',
  restarted: 'done_restarted',
  support_taken: 'action_support_taken',
  support_handed_over: 'action_support_handed_over',
  support_answered: 'action_support_answered',
  support_closed: 'action_support_closed',
} as const satisfies Readonly<Record<string, WordKey<'desk'>>>

interface DeskPageProps {
  readonly title: string
  readonly text?: ReactNode
  readonly backTo?: string
  readonly end?: ReactNode
  /** Completed step from the page URL (`?done=`). */
  readonly done: string | null
  readonly children: ReactNode
}

export function DeskPage({ done, children, title, ...head }: DeskPageProps) {
  const { t } = useTranslation('desk')
  const key = done !== null && Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null
  const tone = key === 'done_owed' || key === 'done_refused' ? 'bad' : 'good'
  // A form keeps its place on the page, where the notice at the top is out of sight.
  const visit = useLocation().key
  useEffect(() => {
    if (key && scrollY > 0) toast(t(key), { tone })
  }, [visit, key, tone, t])
  return (
    <div className="min-w-0 pb-10">
      <PageHeader {...head} title={<Dotted text={title} />} />
      {key && (
        <div className="mb-3 px-4 lg:px-0">
          <Notice tone={tone}>{t(key)}</Notice>
        </div>
      )}
      {children}
    </div>
  )
}

export function Panel({ title, end, children }: { title?: ReactNode; end?: ReactNode; children: ReactNode }) {
  const Frame = title ? 'section' : 'div'
  return (
    <Frame className="panel mb-4 min-w-0 overflow-hidden max-lg:rounded-none max-lg:border-x-0">
      {title && (
        <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2">
          <h2 className="font-semibold">{title}</h2>
          {end}
        </div>
      )}
      {children}
    </Frame>
  )
}

export interface DeskFormProps extends Omit<FormProps, 'method' | 'children'> {
  /** Idempotency key: a command sent twice is executed once. */
  readonly commandId: string
  readonly step: string
  readonly answer: DeskAnswer | undefined
  readonly submit: ReactNode
  readonly variant?: 'brand' | 'quiet' | 'danger' | 'remove'
  /** Small button, for table rows. */
  readonly size?: 'sm'
  /** Saved field values as text. When they change, the fields reset to them and the form keeps its place. */
  readonly saved?: string
  readonly children?: ReactNode
}

export function DeskForm(props: DeskFormProps) {
  const { commandId, step, answer, submit, variant = 'brand', size, saved, children, ...form } = props
  const isSending = useNavigation().formData?.get('step') === step
  const ref = useRefusal(answer?.fields['step'] === step ? answer : undefined)
  const drawn = useRef(saved)
  useEffect(() => {
    if (drawn.current === saved) return
    drawn.current = saved
    ref.current?.reset()
  }, [saved, ref])
  return (
    <Form preventScrollReset {...form} ref={ref} method="post" className={form.className ?? 'grid gap-3'}>
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="step" value={step} />
      {children}
      <div className="grid lg:flex">
        <Button type="submit" variant={variant} size={size} isBusy={isSending}>
          {submit}
        </Button>
      </div>
      {answer?.fields['step'] === step && <Problem text={answer.problem?.text} />}
    </Form>
  )
}

/** CSV export link with the list's current filter. */
export function CsvLink({ what }: { what: string }) {
  const { t } = useTranslation('desk')
  const [search] = useSearchParams()
  const query = new URLSearchParams(search)
  for (const key of ['page', 'done']) query.delete(key)
  return (
    <Link
      to={`/admin/export/${what}?${query.toString()}`}
      reloadDocument
      className={buttonClass({ variant: 'quiet', size: 'sm' })}
    >
      {t('csv')}
    </Link>
  )
}

/** Facts as name and value pairs, two per line if they fit; longer ones take a full line, so that no gap remains. */
export function Facts({ rows }: { rows: readonly (readonly [name: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 px-4 py-2">
      {rows.map(([name, value], index) => (
        // A value too long for the label's line moves to a line of its own before either text wraps.
        <div
          key={index}
          className="flex min-w-fit grow basis-full flex-wrap items-baseline justify-between gap-x-3 py-1.5 text-sm sm:basis-[calc(50%-0.75rem)]"
        >
          <dt className="text-muted break-keep">{name}</dt>
          <dd className="ml-auto min-w-0 text-right text-balance wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Facts of an audit line, one per row. Values wrap between parts; a single part wraps only when longer than the line.
 */
export function AuditFacts({ facts }: { facts: readonly AuditFact[] }) {
  if (facts.length === 0) return <>—</>
  return (
    <dl className="text-left text-xs wrap-break-word whitespace-normal lg:min-w-56">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="mr-1.5 inline text-muted">{label}</dt>
          <dd className="inline">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Desk table. On a phone all cards share two column widths, so labels align across rows and cards; facts take a full
 * line.
 */
type TableProps<Row> = ComponentProps<typeof DataTable<Row>> & {
  /** True for a short second cell: on a phone the title takes the remaining width. */
  readonly isAsideBrief?: boolean
}

const BRIEF = 'max-lg:[&_.-order-2]:col-span-4 max-lg:[&_.-order-1]:col-span-2'

export function DeskTable<Row>({ columns, isAsideBrief = false, ...table }: TableProps<Row>) {
  return (
    <div className={`max-lg:[&_.card-part:has(dl)]:col-span-6 ${isAsideBrief ? BRIEF : ''}`}>
      <DataTable {...table} columns={columns.map((column) => ({ ...column, isWide: true }))} />
    </div>
  )
}

/** Time in UTC, matching the desk's input fields. */
export function UtcMoment({ at }: { at: number }) {
  const { language } = useSite()
  return (
    <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap">
      {instantWords(at, { language, offset: 0 })}
    </time>
  )
}
