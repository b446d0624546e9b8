// Audit log page: newest first, with a button that verifies the whole hash chain.

import { Form, Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AuditFacts, CsvLink, DeskPage, DeskTable, Panel } from '../../admin/page'
import type { Column } from '../../components/data-table'
import { Button } from '../../components/button'
import { Field } from '../../components/field'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { PagedList } from '../../components/paged-list'
import { SelectField } from '../../components/select'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Row = Data['rows'][number]

const keyOf = ({ seq }: Row): string => String(seq)

export default function Audit() {
  const { t } = useTranslation('desk')
  const { title, done, rows, total, page } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage
      title={title}
      done={done}
      text={
        <Link to="?check=1" className="font-semibold text-selected-text max-lg:-my-3 max-lg:inline-flex max-lg:py-3">
          {t('audit_check')}
        </Link>
      }
      end={<CsvLink what="audit" />}
    >
      <Check />
      <Filters />
      <Panel>
        <PagedList rows={rows} page={page} total={total} rowsOf={(data: Data) => data.rows} keyOf={keyOf}>
          {(lines) => <DeskTable caption={title} columns={columns} rows={lines} keyOf={keyOf} />}
        </PagedList>
      </Panel>
    </DeskPage>
  )
}

function Check() {
  const { t } = useTranslation('desk')
  const { check } = useLoaderData<typeof loader>()
  if (!check) return null
  return (
    <div className="mb-3 px-4 break-words lg:px-0">
      {check.broken ? (
        <Notice tone="bad">{t('audit_broken', { seq: check.broken.seq })}</Notice>
      ) : (
        <Notice tone="good">{t('audit_sound', { lines: check.lines, hash: check.head })}</Notice>
      )}
    </div>
  )
}

/** Example of a search target: a table or place with an id. */
const SOME_TARGET = 'user:10001'

function Filters() {
  const { t } = useTranslation('desk')
  const { chosen, actions, staff } = useLoaderData<typeof loader>()
  const any = { value: '', words: t('anything') }
  return (
    <Form method="get" className="mb-3 grid grid-cols-2 items-end gap-2 px-4 lg:grid-cols-6 lg:px-0">
      <SelectField
        label={t('col_by')}
        name="staff"
        defaultValue={chosen.staff}
        options={[any, ...staff.map(({ id, name }) => ({ value: String(id), words: name }))]}
      />
      <SelectField
        label={t('col_action')}
        name="action"
        defaultValue={chosen.action}
        options={[any, ...actions.map((value) => ({ value, words: t(`action_${value}`) }))]}
      />
      <Field label={t('col_target')} name="target" placeholder={SOME_TARGET} defaultValue={chosen.target} />
      <Field label={t('from_day')} name="from" type="date" defaultValue={chosen.from} />
      <Field label={t('until_day')} name="until" type="date" defaultValue={chosen.until} />
      <Button type="submit" variant="quiet">
        {t('search')}
      </Button>
    </Form>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('desk')
  const sayAction = useActionWords()
  return [
    { key: 'seq', head: t('col_number'), isTitle: true, cell: ({ seq }) => `#${seq}` },
    { key: 'at', head: t('col_time'), cell: ({ at }) => <Moment at={at} /> },
    { key: 'by', head: t('col_by'), cell: ({ by }) => by ?? t('by_system') },
    { key: 'action', head: t('col_action'), cell: ({ action }) => sayAction(action) },
    {
      key: 'target',
      head: t('col_target'),
      cell: ({ target, targetWords }) => <Target target={target} words={targetWords} />,
    },
    {
      key: 'hash',
      head: t('col_hash'),
      cell: ({ previousHash, hash }) => (
        <code title={`${previousHash} → ${hash}`} className="text-2xs whitespace-nowrap text-muted">
          {`${shortHash(previousHash)} → ${shortHash(hash)}`}
        </code>
      ),
    },
    {
      key: 'facts',
      head: t('col_facts'),
      isIdle: ({ facts }) => facts.length === 0,
      cell: ({ facts }) => <AuditFacts facts={facts} />,
    },
  ]
}

/** First characters of a hash, enough to compare neighbouring lines; the export has full hashes. */
const shortHash = (hash: string): string => hash.slice(0, 8)

/** Link to the target; its search key is the tooltip. */
function Target({ target, words }: { target: string; words: string }) {
  const [, place, id] = /^(review|user):(\d+)$/.exec(target) ?? []
  const shown = (
    <span title={target} className="wrap-break-word">
      {words}
    </span>
  )
  if (!place || !id) return shown
  return (
    <Link to={`/admin/${place}s/${id}`} className="text-selected-text">
      {shown}
    </Link>
  )
}

/** Lines of an older release may contain unknown actions. */
function useActionWords(): (action: string) => string {
  const { t } = useTranslation('desk')
  const { actions } = useLoaderData<typeof loader>()
  return (action) => {
    const known = actions.find((each) => each === action)
    return known ? t(`action_${known}`) : action
  }
}
