import './style.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ReadsProvider } from './actors/read.tsx';
import { createReads } from './actors/reads.ts';
import { createApi } from './api/client.ts';
import { keepInMemory } from './cache/kept.ts';
import { Routes } from './routes.tsx';

const root = document.getElementById('app');
if (root === null) throw new Error('index.html has no #app');

const now = () => Date.now();
// Nobody is signed in yet: public things are read without a token.
const api = createApi({ baseUrl: location.origin, accessToken: async () => null, now });
const reads = createReads(api, keepInMemory(now), () => navigator.onLine);

createRoot(root).render(
  <StrictMode>
    <ReadsProvider reads={reads}>
      <Routes />
    </ReadsProvider>
  </StrictMode>,
);
