// One queue: what waits oldest first, what is decided newest first.

import { Form, Link, useLoaderData } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import type { ReviewKind } from '#domain/desk/review'
import { DeskTable } from '../../admin/desk-table'
import { CsvLink, DeskPage, Panel } from '../../admin/page'
import { ReviewState, UserLink, useValueWords } from '../../admin/review-parts'
import { useCellWords } from '../../admin/sheet-fields'
import { Button } from '../../components/button'
import type { Column } from '../../components/data-table'
import { Dotted } from '../../components/dotted'
import { Empty } from '../../components/empty'
import { Field } from '../../components/field'
import { Moment } from '../../components/moment'
import { Pager } from '../../components/pager'
import { Tabs } from '../../components/tabs'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Queue() {
  const say = useWords('desk')
  const { title, done, kind, view, views, user, rows, total, page } = useLoaderData<typeof loader>()
  const columns = useColumns(kind)
  return (
    <DeskPage title={title} done={done} end={<CsvLink what={`queue-${kind}`} />}>
      <Tabs
        label={title}
        variant="pill"
        className="mb-3 px-4 lg:px-0 max-sm:[&_a]:px-2.5 max-sm:[&>ul]:gap-1"
        tabs={views.map((each) => ({
          to: `?view=${each}`,
          words: say(`view_${each}`),
          isSelected: each === view,
        }))}
      />
      {isOfUsers(kind) && (
        <Form method="get" className="mb-3 flex items-end gap-2 px-4 lg:px-0">
          <input type="hidden" name="view" value={view} />
          <Field label={say('user_id')} name="user" defaultValue={user} inputMode="numeric" className="max-lg:flex-1" />
          <Button type="submit" variant="quiet">
            {say('search')}
          </Button>
        </Form>
      )}
      <Panel>
        {rows.length === 0 ? (
          <Empty icon="inbox">{say('nothing_waits')}</Empty>
        ) : (
          <DeskTable caption={title} columns={columns} rows={rows} keyOf={({ id }) => String(id)} />
        )}
        <Pager page={page} total={total} />
      </Panel>
    </DeskPage>
  )
}

/** Others are about people of the desk, and what is listed. */
const isOfUsers = (kind: ReviewKind): boolean => kind !== 'staff' && kind !== 'change'

const MONEY: readonly ReviewKind[] = ['deposit', 'withdrawal', 'correction']

function useColumns(kind: ReviewKind): readonly Column<Row>[] {
  const say = useWords('desk')
  const sayValue = useValueWords()
  return [
    {
      key: 'id',
      head: say('col_review'),
      isTitle: true,
      cell: ({ id, subject }) => (
        <SubjectLine {...(subject ?? NO_SUBJECT)}>
          <Link to={`/admin/reviews/${id}`} className="font-semibold text-selected-text">
            {`#${id}`}
          </Link>
        </SubjectLine>
      ),
    },
    ...(isOfUsers(kind)
      ? [
          {
            key: 'user',
            head: say('col_user'),
            cell: (row: Row) => <UserLink id={row.userId} name={row.email ?? row.mobile} />,
          },
        ]
      : []),
    ...(kind === 'identity' ? [{ key: 'level', head: say('fact_level'), cell: ({ level }: Row) => level ?? '—' }] : []),
    ...(MONEY.includes(kind)
      ? [{ key: 'money', head: say('fact_amount'), cell: ({ money }: Row) => money || '—' }]
      : []),
    ...(kind === 'correction'
      ? [{ key: 'wallet', head: say('fact_wallet'), cell: ({ wallet }: Row) => sayValue('wallet', wallet ?? '—') }]
      : []),
    { key: 'opened', head: say('col_opened'), cell: ({ openedAt }) => <Moment at={openedAt} /> },
    { key: 'state', head: say('col_state'), isAside: true, cell: ({ state }) => <ReviewState state={state} /> },
    { key: 'by', head: say('col_claimed_by'), cell: ({ claimedByName }) => claimedByName ?? '—' },
    {
      key: 'reason',
      head: say('fact_reason'),
      isIdle: ({ reason }) => reason === '',
      cell: ({ reason }) => <span className="lg:whitespace-normal">{reason || '—'}</span>,
    },
  ]
}

type Subject = NonNullable<Row['subject']>

const NO_SUBJECT: Subject = { lines: [], cells: [] }

/** After its number what is asked for; below it, in a change of a row, what of it. */
function SubjectLine({ lines, cells, children }: Subject & { readonly children: ReactNode }) {
  const sayValue = useValueWords()
  const sayCell = useCellWords()
  const roleBefore = lines.find(({ label }) => label === 'role_before')
  return (
    <>
      <Dotted>
        {children}
        {lines.map(({ label, value }) => {
          if (label === 'role_before') return null
          const before = label === 'role' && roleBefore ? `${sayValue('role_before', roleBefore.value)} → ` : ''
          return <Fragment key={label}>{before + sayValue(label, value)}</Fragment>
        })}
      </Dotted>
      {cells.length > 0 && (
        <span className="block text-xs font-normal whitespace-normal text-muted">
          {cells.map((cell) => sayCell(cell)).join(' · ')}
        </span>
      )}
    </>
  )
}
