import { dehydrate, HydrationBoundary, QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLoaderData } from "react-router";

const greeting = queryOptions({ queryKey: ["greeting"], queryFn: () => "Hello", staleTime: Infinity });

export async function loader() {
  const queries = new QueryClient();
  await queries.ensureQueryData(greeting);
  return dehydrate(queries);
}

export default function Home() {
  return (
    <HydrationBoundary state={useLoaderData<typeof loader>()}>
      <Greeting />
    </HydrationBoundary>
  );
}

function Greeting() {
  const { data } = useQuery(greeting);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <main>
      <h1>{data}</h1>
      <button type="button" onClick={() => setIsOpen(true)}>
        Menu
      </button>
      {isOpen && (
        <div role="dialog" aria-label="Menu">
          {data}
        </div>
      )}
    </main>
  );
}
