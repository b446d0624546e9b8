// The first page.

export default function Home() {
  return <h1>CM</h1>
}
