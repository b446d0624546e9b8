// What the desk's pages are put together from: a head with what was just done, a panel, a form that names its command.

import { Form, type FormProps, Link, useNavigation, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../components/button'
import { Dotted } from '../components/dotted'
import { Problem } from '../components/field'
import { Notice } from '../components/notice'
import { PageHeader } from '../components/page-header'
import { useRefusal } from '../components/use-refusal'
import { type WordKey, useWords } from '../text/words'
import type { DeskAnswer } from './enter.server'

const DONE = {
  claimed: 'done_claimed',
  released: 'done_released',
  noted: 'done_noted',
  seconding: 'done_seconding',
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
} as const satisfies Readonly<Record<string, WordKey<'desk'>>>

interface DeskPageProps {
  readonly title: string
  readonly text?: ReactNode
  readonly backTo?: string
  readonly end?: ReactNode
  /** From the page's address: what the form before this page did. */
  readonly done: string | null
  readonly children: ReactNode
}

export function DeskPage({ done, children, title, ...head }: DeskPageProps) {
  const say = useWords('desk')
  const key = done !== null && Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null
  return (
    <div className="min-w-0 pb-10">
      <PageHeader {...head} title={<Dotted text={title} />} />
      {key && (
        <div className="mb-3 px-4 lg:px-0">
          <Notice tone={key === 'done_owed' || key === 'done_refused' ? 'bad' : 'good'}>{say(key)}</Notice>
        </div>
      )}
      {children}
    </div>
  )
}

export function Panel({ title, end, children }: { title?: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel mb-4 min-w-0 overflow-hidden max-lg:rounded-none max-lg:border-x-0">
      {title && (
        <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2">
          <h2 className="font-semibold">{title}</h2>
          {end}
        </div>
      )}
      {children}
    </section>
  )
}

interface DeskFormProps extends Omit<FormProps, 'method' | 'children'> {
  /** Sent twice, a command is carried out once. */
  readonly commandId: string
  readonly step: string
  readonly answer: DeskAnswer | undefined
  readonly submit: ReactNode
  readonly variant?: 'brand' | 'quiet' | 'danger' | 'remove'
  /** In a row of a list. */
  readonly size?: 'sm'
  readonly children?: ReactNode
}

export function DeskForm(props: DeskFormProps) {
  const { commandId, step, answer, submit, variant = 'brand', size, children, ...form } = props
  const isSending = useNavigation().formData?.get('step') === step
  const ref = useRefusal(answer?.step === step ? answer : undefined)
  return (
    <Form {...form} ref={ref} method="post" className={form.className ?? 'grid gap-3'}>
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="step" value={step} />
      {children}
      <div className="grid lg:flex">
        <Button type="submit" variant={variant} size={size} isBusy={isSending}>
          {submit}
        </Button>
      </div>
      {answer?.step === step && <Problem text={answer.problem ?? undefined} />}
    </Form>
  )
}

/** The rows of this page's list as a file, narrowed as the list is. */
export function CsvLink({ what }: { what: string }) {
  const say = useWords('desk')
  const [search] = useSearchParams()
  const query = new URLSearchParams(search)
  for (const key of ['page', 'done']) query.delete(key)
  return (
    <Link
      to={`/admin/export/${what}?${query.toString()}`}
      reloadDocument
      className={buttonClass({ variant: 'quiet', size: 'sm' })}
    >
      {say('csv')}
    </Link>
  )
}

/** Name and value, two side by side where both fit; what does not has the whole line, so nothing is left empty beside it. */
export function Facts({ rows }: { rows: readonly (readonly [name: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 px-4 py-2">
      {rows.map(([name, value], index) => (
        // A value that does not fit beside its name has the line below for itself, before either of them breaks.
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
