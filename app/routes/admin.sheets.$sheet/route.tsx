// Desk page of a table: rows with links to their forms, and a form for a new row.

import { Form, Link, useActionData, useLoaderData, useLocation, useParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskList } from '../../admin/desk-list'
import { CsvLink, DeskForm, DeskPage, Panel } from '../../admin/page'
import { SheetFields, isId, useCellText, useCellWords, useCodeText } from '../../admin/sheet-fields'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import type { Column } from '../../components/data-table'
import { Field } from '../../components/field'
import { Icon } from '../../components/icon'
import { Notice } from '../../components/notice'
import { placeIn } from '../../admin/sheet-place'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function SheetRows() {
  const { t } = useTranslation('desk')
  const { sheet } = useParams()
  const { title, done, name, text, rows, total, page, size } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage key={sheet} title={title} done={done} end={<CsvLink what={`sheet-${name}`} />}>
      <Form method="get" className="mb-3 flex items-end gap-2 px-4 lg:px-0">
        <Field label={t('search_list')} name="text" type="search" defaultValue={text} className="max-lg:flex-1" />
        <Button type="submit" variant="quiet">
          {t('search')}
        </Button>
      </Form>
      <DeskList
        none={{ icon: 'search', words: t('nothing_waits') }}
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        isAsideBrief
        pages={{ page, total, size }}
      />
      <Add />
    </DeskPage>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('desk')
  const [sayCell, sayText, codeText] = [useCellWords(), useCellText(), useCodeText()]
  const { name, columns, head: title } = useLoaderData<typeof loader>()
  const place = placeIn(useLocation().search)
  const isNumber = ({ name: cell, kind }: (typeof columns)[number]) =>
    kind === 'decimal' || (kind === 'integer' && !isId(cell))
  const cells = columns.map((column): Column<Row> => ({
    key: column.name,
    // Long names wrap, so that they do not push a column out of view.
    head: <span className="lg:whitespace-normal">{sayCell(column.name, column.name === title)}</span>,
    isTitle: column.name === title,
    isWide: isPicture(column),
    isNumber: isNumber(column),
    cell: ({ cells, codes, title: words }) => {
      const text = cells[column.name] ?? ''
      if (column.name === title && column.kind === 'choice') return words
      if (column.name === title && words !== text) return <Code words={words} text={codeText(title, text)} />
      if (column.kind === 'flag') return <Badge tone={text === '1' ? 'good' : 'plain'}>{sayText(column, text)}</Badge>
      if (text !== '' && isPicture(column)) return <PicturePath path={text} />
      const code = codes[column.name]
      if (code !== undefined && column.kind !== 'choice')
        return <Code words={code} text={codeText(column.name, text)} />
      return (
        <span
          translate="no"
          className={`block max-w-72 overflow-hidden text-ellipsis ${isNumber(column) ? 'lg:ml-auto' : ''}`}
        >
          {sayText(column, text)}
        </span>
      )
    },
  }))
  const open: Column<Row> = {
    key: 'open',
    head: <span className="sr-only">{t('open_row')}</span>,
    isAside: true,
    isNumber: true,
    cell: ({ key }) => (
      <Link
        to={`/admin/sheets/${name}/${key}${place}`}
        className="inline-flex items-center gap-1 align-middle text-selected-text"
      >
        <Icon name="edit" className="size-4" />
        {t('open_row')}
      </Link>
    ),
  }
  return [...cells, open]
}

/** The raw code stays visible, because search and other people use it. */
const Code = ({ words, text }: { words: string; text: string }) => (
  <>
    {words}
    <span translate="no" className="block text-xs text-muted">
      {text}
    </span>
  </>
)

/** Cells that are addresses of pictures. */
const PICTURES = ['logo', 'cover', 'thumbnail']

const isPicture = ({ name }: { readonly name: string }) => PICTURES.includes(name)

const PicturePath = ({ path }: { path: string }) => (
  <span translate="no" className="inline-flex items-center gap-2 align-middle">
    <img src={path} alt="" loading="lazy" className="size-6 shrink-0 rounded-sm object-contain" />
    {path}
  </span>
)

function Add() {
  const { t } = useTranslation('desk')
  const { name, cells, commandId, isAddGuarded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (cells.length === 0) return null
  return (
    <Panel title={t('add_row')}>
      <div className="grid gap-3 p-4">
        {isAddGuarded && <Notice tone="plain">{t('two_needed_row')}</Notice>}
        <DeskForm key={name} commandId={commandId} step="add" answer={answer} submit={t('add_row')}>
          <SheetFields cells={cells} values={NEW_ROW} />
        </DeskForm>
      </div>
    </Panel>
  )
}

const NEW_ROW: Readonly<Record<string, string>> = { sort: '100', is_listed: '1' }
