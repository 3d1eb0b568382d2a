import { expect, test } from 'vitest';
import { describeDevice } from './device.ts';

test('reads the phone from the user agent client hints', () => {
  const values = {
    model: 'Pixel 8',
    platform: 'Android',
    platformVersion: '16.0.0',
    fullVersionList: [
      { brand: 'Not;A=Brand', version: '8.0.0.0' },
      { brand: 'Chromium', version: '156.0.1.2' },
      { brand: 'Google Chrome', version: '156.0.1.2' },
    ],
  };
  expect(describeDevice('Mozilla/5.0 (Linux; Android 10; K) Chrome/156.0.0.0 Mobile', values)).toEqual({
    name: 'Pixel 8',
    system: 'Android 16.0.0',
    browser: 'Google Chrome 156.0.1.2',
  });
});

test('names a computer without a model by its system and processor', () => {
  const fullVersionList = [
    { brand: 'Not:A-Brand', version: '8.0.0.0' },
    { brand: 'Chromium', version: '156.0.1.2' },
  ];
  const values = {
    model: '',
    platform: 'Linux',
    platformVersion: '6.1',
    architecture: 'arm',
    fullVersionList,
  };
  expect(describeDevice('Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0.0.0', values)).toMatchObject({
    name: 'Linux arm',
    system: 'Linux 6.1',
    browser: 'Chromium 156.0.1.2',
  });
});

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
    { name: 'iPhone', system: 'iOS 18.5', browser: 'Safari 18.5' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/150.0.1 Mobile/15E148 Safari/604.1',
    { name: 'iPhone', system: 'iOS 18.5', browser: 'Chrome on iOS 150.0.1' },
  ],
  [
    'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    { name: 'Mobile', system: 'Android 15', browser: 'Firefox 140.0' },
  ],
  ['something else', { name: 'unknown', system: 'unknown', browser: 'unknown' }],
])('falls back to the user agent string: %s', (userAgent, expected) => {
  expect(describeDevice(userAgent)).toEqual(expected);
});
