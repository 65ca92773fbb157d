import { expect, test } from 'vitest';
import { isDeviceKey, isPushEndpoint, pushSubject } from './push-service.ts';

test('only addresses of known push services are taken', () => {
  const taken = [
    'https://fcm.googleapis.com/fcm/send/a:b',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://db5p.notify.windows.com/w/?token=a',
    'https://web.push.apple.com/a',
    'https://api.push.apple.com/a',
    'http://127.0.0.1:4321/a',
  ];
  const refused = [
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/a',
    'https://me:secret@fcm.googleapis.com/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evilpush.apple.com.example/a',
    'https://notify.windows.com.example/a',
    'https://xfcm.googleapis.com/a',
    'https://169.254.169.254/latest',
    'http://127.0.0.1:4322/a',
    'file:///etc/passwd',
  ];
  const isTaken = (endpoint: string) => isPushEndpoint(endpoint, 'http://127.0.0.1:4321');
  expect([...taken, ...refused].filter(isTaken)).toEqual(taken);
  expect(isPushEndpoint('http://127.0.0.1:4321/a', null)).toBe(false);
});

test('push services are told this site if everybody can open it, else the operator, else push is off', () => {
  const email = 'me@race.example';
  expect(pushSubject('https://race.example', null)).toBe('https://race.example');
  for (const url of [
    'http://race.example',
    'https://localhost',
    'https://race.local',
    'https://race.invalid',
    'https://192.168.1.4',
    'https://[::1]',
    'https://race',
  ])
    expect([url, pushSubject(url, email), pushSubject(url, null)]).toEqual([url, `mailto:${email}`, null]);
  expect(pushSubject('http://race.example', 'me@localhost')).toBeNull();
});

test('a device’s key is a point of the curve', () => {
  const key = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
  expect([key, `${key.slice(0, -2)}AA`, key.slice(0, 44), ''].map(isDeviceKey)).toEqual([true, false, false, false]);
});
