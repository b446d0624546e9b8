// Liabilities page: root of the newest tree, what customers own and owe beside what the site says that it holds, and earlier roots.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { trimZeros } from '#domain/money/amount'
import { buttonClass } from '../../components/button'
import { type Column, DataTable } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { Moment } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Asset = Data['assets'][number]
type Tree = Data['trees'][number]

export default featurePage('fairness', Liabilities)

const PANEL = 'panel mt-3 max-lg:rounded-none max-lg:border-x-0'

function Liabilities() {
  const { t } = useTranslation('fairness')
  const { title, trees, assets } = useLoaderData<typeof loader>()
  const [latest] = trees
  const assetColumns = useAssetColumns()
  const treeColumns = useTreeColumns()
  return (
    <div className="lg:px-5 lg:py-3">
      <PageHeader title={title} text={t('liabilities_text')} backTo="/fairness" />
      {latest ? (
        <>
          <Latest tree={latest} />
          <section className={PANEL}>
            <div className="px-4 pt-4 text-sm">
              <h2 className="font-semibold">{t('assets')}</h2>
              <p className="text-muted">{t('stated')}</p>
              <p className="text-muted">{t('not_in')}</p>
            </div>
            <DataTable caption={t('assets')} columns={assetColumns} rows={assets} keyOf={({ code }) => code} />
          </section>
          <section className={PANEL}>
            <h2 className="px-4 pt-4 text-sm font-semibold">{t('roots')}</h2>
            <DataTable caption={t('roots')} columns={treeColumns} rows={trees} keyOf={({ no }) => String(no)} />
          </section>
        </>
      ) : (
        <div className={PANEL}>
          <Empty icon="shield">{t('no_tree')}</Empty>
        </div>
      )}
    </div>
  )
}

function Latest({ tree }: { readonly tree: Tree }) {
  const { t } = useTranslation('fairness')
  const numbers = useNumbers()
  return (
    <div className="panel mx-3 grid gap-3 p-4 text-sm lg:mx-0">
      <FigureList
        className=""
        rows={[
          { key: 'day', label: t('day'), value: tree.day },
          { key: 'root', label: t('root'), value: <Root text={tree.root} /> },
          {
            key: 'counted',
            label: t('accounts'),
            value: t('accounts_of', { counted: numbers.count(tree.counted), users: numbers.count(tree.users) }),
          },
          {
            key: 'oldest',
            label: t('oldest'),
            value: tree.oldestAt === null ? '—' : <Moment at={tree.oldestAt} />,
          },
        ]}
      />
      <p className="text-muted">{t('method')}</p>
      <p className="flex flex-wrap gap-2">
        <Link to="/fairness/liabilities/mine" className={buttonClass({ size: 'sm' })}>
          {t('mine_link')}
        </Link>
        <a href="/api/v1/fairness/liabilities" className={buttonClass({ size: 'sm' })}>
          {t('data')}
        </a>
        <Link to="/fairness/rules/liabilities-1" className={buttonClass({ size: 'sm' })}>
          {t('rules_title')}
        </Link>
      </p>
    </div>
  )
}

const Root = ({ text }: { readonly text: string }) => <code className="text-2xs break-all">{text}</code>

function useAssetColumns(): readonly Column<Asset>[] {
  const { t } = useTranslation('fairness')
  const numbers = useNumbers()
  const figure = (key: Exclude<keyof Asset, 'code'>, head: string): Column<Asset> => ({
    key,
    head,
    isNumber: true,
    cell: (row) => numbers.decimal(trimZeros(row[key])),
  })
  return [
    { key: 'asset', head: t('asset'), isTitle: true, cell: ({ code }) => code },
    figure('usersEquity', t('owned')),
    figure('usersDebt', t('owed')),
    figure('insurance', t('insurance')),
    figure('inviters', t('inviters')),
    figure('reserve', t('reserve')),
    figure('demo', t('play_money')),
  ]
}

function useTreeColumns(): readonly Column<Tree>[] {
  const { t } = useTranslation('fairness')
  return [
    { key: 'day', head: t('day'), isTitle: true, cell: ({ day }) => day },
    { key: 'ended', head: t('made_at'), isAside: true, cell: ({ endedAt }) => <Moment at={endedAt} /> },
    { key: 'root', head: t('root'), isWide: true, cell: ({ root }) => <Root text={root} /> },
  ]
}
