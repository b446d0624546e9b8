// User list, filtered by text and state.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskList } from '../../admin/desk-list'
import { CsvLink, DeskPage } from '../../admin/page'
import { UserLink } from '../../admin/review-parts'
import { UserBadges } from '../../admin/user-badges'
import { Button } from '../../components/button'
import type { Column } from '../../components/data-table'
import { Field } from '../../components/field'
import { Moment } from '../../components/moment'
import { SelectField } from '../../components/select'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Users() {
  const { t } = useTranslation('desk')
  const { title, done, rows, total, page, text, only, choices } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage title={title} done={done} end={<CsvLink what="users" />}>
      <Form method="get" className="mb-3 grid items-start gap-2 px-4 lg:grid-cols-[2fr_1fr_auto] lg:px-0">
        <Field label={t('search')} name="text" type="search" defaultValue={text} hint={t('search_hint')} />
        <SelectField
          label={t('col_state')}
          name="only"
          defaultValue={only}
          options={choices.map((value) => ({ value, words: t(`only_${value}`) }))}
        />
        <Button type="submit" variant="quiet" className="lg:beside-field">
          {t('search')}
        </Button>
      </Form>
      <DeskList
        none={{ icon: 'search', words: t('nobody_found') }}
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
  return [
    { key: 'id', head: t('user_id'), isTitle: true, cell: ({ id }) => <UserLink id={id} name={null} /> },
    { key: 'account', head: t('fact_account'), cell: ({ email, mobile }) => email ?? mobile },
    { key: 'nickname', head: t('nickname'), cell: ({ nickname }) => nickname },
    {
      key: 'name',
      head: t('fact_name'),
      isIdle: ({ realName }) => realName === '',
      cell: ({ realName }) => realName || '—',
    },
    { key: 'state', head: t('col_state'), cell: (user) => <UserBadges user={user} /> },
    { key: 'created', head: t('col_since'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
}
