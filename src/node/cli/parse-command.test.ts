import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';

describe('parseCommand', () => {
  it('parses photos; the default task is damage_detection', () => {
    expect(parseCommand(['inspect', 'a.jpg', 'b.jpg'])).toEqual({
      name: 'inspect',
      photos: ['a.jpg', 'b.jpg'],
      tasks: ['damage_detection'],
      json: false,
    });
  });

  it('parses every option of inspect', () => {
    const args = 'inspect --json a.jpg --tasks damage_detection,image_ocr --threshold 0.3 --image-type vin';
    expect(parseCommand([...args.split(' '), '--annotated', 'out', '--models', 'm'])).toEqual({
      name: 'inspect',
      photos: ['a.jpg'],
      tasks: ['damage_detection', 'images_ocr'],
      threshold: 0.3,
      imageType: 'VIN',
      json: true,
      annotated: 'out',
      models: 'm',
    });
  });

  it.each([['--help'], ['-h'], ['help']])('parses %s as help', (arg) => {
    expect(parseCommand([arg])).toEqual({ name: 'help' });
  });

  it('parses --version', () => {
    expect(parseCommand(['--version'])).toEqual({ name: 'version' });
  });

  it.each([
    [[], /^No command/],
    [['look', 'a.jpg'], /Unknown command "look"/],
    [['inspect'], /At least one photo/],
    [['inspect', 'a.jpg', '--colour'], /^Unknown option '--colour'; see kerbside --help$/],
    [['inspect', 'a.jpg', '--tasks', 'images_ocr', '--image-type', 'menu'], /one of PASSPORT.*not "menu"/],
    [['inspect', 'a.jpg', '--image-type', 'VIN'], /requires the task images_ocr/],
    [['inspect', 'a.jpg', '--tasks', 'polish'], /Unknown task "polish"\. Tasks: damage_detection/],
    [['inspect', 'a.jpg', '--tasks', ''], /Unknown task ""/],
    [['inspect', 'a.jpg', '--threshold', '2'], /from 0 to 1, not "2"/],
    [['inspect', 'a.jpg', '--threshold', ''], /from 0 to 1/],
    [
      ['inspect', 'a.jpg', '--threshold', '0.5', '--tasks', 'images_ocr'],
      /requires the task damage_detection/,
    ],
    [['inspect', 'a.jpg', '--annotated', ''], /--annotated requires/],
    [['inspect', 'a.jpg', '--models'], /--models/],
  ])('rejects %j with a message of one line', (args, reason) => {
    expect(() => parseCommand(args)).toThrow(reason);
    expect(() => parseCommand(args)).not.toThrow(/\n/);
  });
});

describe('kerbside serve and kerbside token', () => {
  it('parses the defaults of serve', () => {
    expect(parseCommand(['serve'])).toEqual({
      name: 'serve',
      port: 8787,
      host: '127.0.0.1',
      allowPrivateUrls: false,
      role: 'all',
    });
  });

  it('parses every option of serve and token', () => {
    const args =
      'serve --port 0 --host 0.0.0.0 --data folder --models m --allow-private-urls --role worker --tasks 4 --drain 30s --drain-delay 10s';
    expect(parseCommand(args.split(' '))).toEqual({
      name: 'serve',
      port: 0,
      host: '0.0.0.0',
      data: 'folder',
      models: 'm',
      allowPrivateUrls: true,
      role: 'worker',
      tasks: 4,
      drainSeconds: 30,
      drainDelaySeconds: 10,
    });
    expect(parseCommand('token --user u1 --org o1 --expires 30m --permissions a,b'.split(' '))).toEqual({
      name: 'token',
      user: 'u1',
      organization: 'o1',
      expiresInSeconds: 1_800,
      permissions: ['a', 'b'],
    });
  });

  it.each([
    [['serve', 'now'], /options only, not "now"/],
    [['serve', '--port', '65536'], /from 0 to 65535/],
    [['serve', '--port', ''], /from 0 to 65535/],
    [['serve', '--data', ''], /--data requires/],
    [['serve', '--threshold', '1'], /--threshold is an option of inspect, not of serve/],
    [['inspect', 'a.jpg', '--port', '1'], /--port is an option of serve/],
    [['token'], /--user is missing/],
    [['token', '--user', 'u', '--expires', 'soon'], /30s, 8h or 7d, not "soon"/],
    [['serve', '--role', 'boss'], /all, api, worker, not "boss"/],
    [['serve', '--tasks', '0'], /from 1 to 256, not "0"/],
    [['serve', '--drain', '5'], /--drain must be a duration/],
    [['token', '--user', 'u', '--expires', '0h'], /not "0h"/],
  ])('rejects %j with a message of one line', (args, reason) => {
    expect(() => parseCommand(args)).toThrow(reason);
    expect(() => parseCommand(args)).not.toThrow(/\n/);
  });
});
