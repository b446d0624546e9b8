// About page: a fixed text of the directory.

import { useLoaderData } from '@remix-run/react'
import { Document } from '../components/document'
import { loadText } from '../site/page-text.server'

export { pageTitle as meta } from '../text/title'

export const loader = loadText('aboutus')

export default function About() {
  const { title, content } = useLoaderData<typeof loader>()
  return <Document title={title} html={content} />
}
