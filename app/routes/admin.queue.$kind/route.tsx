// Review queue: pending reviews oldest first, decided reviews newest first.

import { Form, Link, useLoaderData } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type FactLabel, WAITING_STATES } from '#domain/desk/review'
import { DeskList } from '../../admin/desk-list'
import { CsvLink, DeskPage } from '../../admin/page'
import { ReviewState, UserLink, useLabelWords, useValueWords } from '../../admin/review-parts'
import { useCellWords } from '../../admin/sheet-fields'
import { Button } from '../../components/button'
import type { Column } from '../../components/data-table'
import { Dotted } from '../../components/dotted'
import { Field } from '../../components/field'
import { Ago, Moment } from '../../components/moment'
import { Tabs } from '../../components/tabs'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Queue() {
  const { t } = useTranslation('desk')
  const { title, done, kind, isAboutUser, view, views, user, rows, total, page } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage title={title} done={done} end={<CsvLink what={`queue-${kind}`} />}>
      <Tabs
        label={title}
        variant="pill"
        className="mb-3 px-4 lg:px-0 max-sm:[&_a]:px-2.5 max-sm:[&>ul]:gap-1"
        tabs={views.map((each) => ({
          to: `?view=${each}`,
          words: t(`view_${each}`),
          isSelected: each === view,
        }))}
      />
      {isAboutUser && (
        <Form method="get" className="mb-3 flex items-end gap-2 px-4 lg:px-0">
          <input type="hidden" name="view" value={view} />
          <Field label={t('user_id')} name="user" defaultValue={user} inputMode="numeric" className="max-lg:flex-1" />
          <Button type="submit" variant="quiet">
            {t('search')}
          </Button>
        </Form>
      )}
      <DeskList
        none={{ icon: 'inbox', words: t('nothing_waits') }}
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => String(id)}
        pages={{ page, total }}
      />
    </DeskPage>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('desk')
  const [sayLabel, sayValue] = [useLabelWords(), useValueWords()]
  const { isAboutUser, columns } = useLoaderData<typeof loader>()
  const textOf = (label: FactLabel, { money, value, summary }: Row): string => {
    if (label === 'amount') return money || '—'
    if (label === 'value') return value || '—'
    const line = summary.lines.find((each) => each.label === label)
    return line ? sayValue(label, line.value) : '—'
  }
  const aboutUser: Column<Row> = {
    key: 'user',
    head: t('col_user'),
    cell: ({ userId, userName }) => <UserLink id={userId} name={userName || null} />,
  }
  return [
    {
      key: 'id',
      head: t('col_review'),
      isTitle: true,
      cell: ({ id, summary: { lines, cells } }) => (
        <SubjectLine lines={lines.filter(({ label }) => !columns.includes(label))} cells={cells}>
          <Link to={`/admin/reviews/${id}`} className="font-semibold text-selected-text">
            {`#${id}`}
          </Link>
        </SubjectLine>
      ),
    },
    ...(isAboutUser ? [aboutUser] : []),
    ...columns.map((label): Column<Row> => ({
      key: label,
      head: sayLabel(label),
      cell: (row) => textOf(label, row),
    })),
    {
      key: 'opened',
      head: t('col_opened'),
      cell: ({ openedAt, state }) => (
        <span className="grid">
          <Moment at={openedAt} />
          {WAITING_STATES.some((each) => each === state) && (
            <span className="text-xs text-muted">
              <Ago at={openedAt} />
            </span>
          )}
        </span>
      ),
    },
    { key: 'state', head: t('col_state'), isAside: true, cell: ({ state }) => <ReviewState state={state} /> },
    { key: 'by', head: t('col_claimed_by'), cell: ({ claimedByName }) => claimedByName ?? '—' },
    {
      key: 'reason',
      head: t('fact_reason'),
      isIdle: ({ reason }) => reason === '',
      cell: ({ reason }) => <span className="lg:whitespace-normal">{reason || '—'}</span>,
    },
  ]
}

/** Request summary beside the review number, with the changed table cells below. */
function SubjectLine({ lines, cells, children }: Row['summary'] & { readonly children: ReactNode }) {
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
