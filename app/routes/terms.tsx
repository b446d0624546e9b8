// Terms of use, accepted on registration: a fixed text of the directory.

import { useLoaderData } from '@remix-run/react'
import { Document } from '../components/document'
import { loadText } from '../site/page-text.server'

export { pageTitle as meta } from '../text/title'

export const loader = loadText('terms')

export default function Terms() {
  const { title, content } = useLoaderData<typeof loader>()
  return <Document title={title} html={content} />
}
