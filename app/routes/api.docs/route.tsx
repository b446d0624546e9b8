// API reference: endpoints by product, searched while typing. Without scripts the search is a form.

import { Link, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { MethodPath } from '../../components/method-path'
import { PageHeader } from '../../components/page-header'
import { SearchForm } from '../../components/search-form'
import type { Product } from '../../reference/document.server'
import { findOperations } from '../../reference/search'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('reference', Reference)

function Reference() {
  const { t } = useTranslation('reference')
  const { title, products, introduction, signing, search } = useLoaderData<typeof loader>()
  const [typed, setTyped] = useState(search)
  const shown = findOperations(products, typed)
  return (
    <div className="mx-auto max-w-5xl pb-8 lg:px-5 lg:py-3">
      <PageHeader
        title={title}
        end={
          <a href="/api/openapi.json" className="inline-flex min-h-11 items-center text-sm text-selected-text">
            OpenAPI
          </a>
        }
      />
      <SearchForm label={t('search')} send={t('search_send')} typed={typed} onType={setTyped} />
      {typed.trim() === '' && (
        <>
          <details className="px-4 pb-2 text-sm lg:px-0">
            <summary className="flex min-h-11 items-center font-medium">{t('basics')}</summary>
            <div lang="en" className="grid gap-2 pb-2 text-muted">
              <WithCode text={introduction} />
              <WithCode text={signing} />
            </div>
          </details>
          <Contents products={products} />
        </>
      )}
      {shown.map((product) => (
        <ProductPart key={product.name} product={product} />
      ))}
      {shown.length === 0 && <Empty icon="search">{t('no_match', { text: typed })}</Empty>}
    </div>
  )
}

/** Text between backticks is code. */
const WithCode = ({ text }: { text: string }) => (
  <p>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</p>
)

function Contents({ products }: { products: readonly Product[] }) {
  const { t } = useTranslation('reference')
  return (
    <nav aria-label={t('products')} className="px-4 pb-4 lg:px-0">
      <ul lang="en" className="flex flex-wrap gap-x-4 text-sm">
        {products.map(({ name }) => (
          <li key={name}>
            <a href={`#${idOf(name)}`} className="inline-flex min-h-11 items-center text-selected-text lg:min-h-8">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** "Copy trading": "copy-trading". */
const idOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

function ProductPart({ product: { name, text, operations } }: { product: Product }) {
  return (
    <section lang="en" id={idOf(name)} className="late-part scroll-mt-20 pb-5">
      <h2 className="px-4 text-base font-semibold lg:px-0">{name}</h2>
      <p className="px-4 pb-2 text-sm text-muted lg:px-0">{text}</p>
      <ul className="panel divide-y divide-line text-sm max-lg:rounded-none max-lg:border-x-0">
        {operations.map(({ id, method, path, summary }) => (
          <li key={id}>
            <Link
              to={`/api/docs/${id}`}
              discover="none"
              className="grid gap-x-4 px-4 py-2 -outline-offset-2! hover:bg-raised lg:grid-cols-[minmax(0,26rem)_1fr]"
            >
              <MethodPath method={method} path={path} />
              <span className="wrap-anywhere text-muted">{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
