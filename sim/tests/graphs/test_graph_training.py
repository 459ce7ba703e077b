"""Training steps in graphs give what they give without."""

import pytest
import torch
import torch_musa
from test_graph_captures import capture, host

STEPS = 4


def make_model():
    torch.manual_seed(0)
    return torch.nn.Sequential(
        torch.nn.Conv2d(3, 8, 3, bias=False),  # whose gradient would be noise
        torch.nn.BatchNorm2d(8),
        torch.nn.GELU(),
        torch.nn.Flatten(),
        torch.nn.Dropout(0.2),
        torch.nn.Linear(8 * 36, 5),
    ).to("musa")


def make_data():
    generator = torch.Generator().manual_seed(1)
    inputs = torch.randn(STEPS, 4, 3, 8, 8, generator=generator)
    return inputs.to("musa"), torch.arange(4 * STEPS).remainder(5).view(STEPS, 4).to("musa")


OPTIMIZERS = {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
    "adam": lambda p: torch.optim.Adam(p, lr=0.01, capturable=True),
    "adamw for each": lambda p: torch.optim.AdamW(p, lr=0.01, capturable=True, foreach=False),
    "adam of lists": lambda p: torch.optim.Adam(p, lr=0.01, capturable=True, foreach=True),
}


def warm_up(step):
    side = torch_musa.Stream()
    side.wait_stream(torch_musa.current_stream())
    with torch_musa.stream(side):
        for _ in range(2):
            step()
    torch_musa.current_stream().wait_stream(side)


def train_on(inputs, labels, make_step, graphed, finish=lambda: None):
    """Losses of one step a batch, by calls or by replays; make_step(x, label) gives the step."""
    x, label = inputs[0].clone(), labels[0].clone()
    step = make_step(x, label)
    warm_up(step)
    run = step
    if graphed:
        graph, static = capture(step)
        run = lambda: (graph.replay(), static)[1]  # noqa: E731
    torch_musa.manual_seed(3)
    losses = []
    for batch, target in zip(inputs, labels):
        x.copy_(batch)
        label.copy_(target)
        losses.append(host(run()))
        finish()
    return losses


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_whole_step(name):
    inputs, labels = make_data()

    def train(graphed):
        model = make_model()
        optimizer = OPTIMIZERS[name](model.parameters())

        def make_step(x, label):
            def step():
                optimizer.zero_grad(set_to_none=True)
                loss = torch.nn.functional.cross_entropy(model(x), label)
                loss.backward()
                optimizer.step()
                return loss.detach()

            return step

        losses = train_on(inputs, labels, make_step, graphed)
        return losses, [host(v) for v in model.state_dict().values()]

    losses, state = train(False)
    graphed_losses, graphed_state = train(True)
    torch.testing.assert_close(graphed_losses, losses)
    torch.testing.assert_close(graphed_state, state)


def test_mixed_precision_with_a_scaler():
    inputs, labels = make_data()

    def train(graphed):
        model = make_model()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        scaler = torch.amp.GradScaler("musa", init_scale=64.0)

        def make_step(x, label):
            def pass_through():
                optimizer.zero_grad(set_to_none=True)
                with torch.autocast("musa", dtype=torch.bfloat16, cache_enabled=False):
                    loss = torch.nn.functional.cross_entropy(model(x), label)
                scaler.scale(loss).backward()
                return loss.detach()

            return pass_through

        def finish():
            scaler.step(optimizer)
            scaler.update()

        return train_on(inputs, labels, make_step, graphed, finish), scaler.get_scale()

    torch.testing.assert_close(train(True), train(False))


def test_running_statistics_are_not_touched_by_the_capture():
    norm = torch.nn.BatchNorm1d(3).to("musa")
    x = torch.randn(16, 3, device="musa")
    before = {name: value.cpu() for name, value in norm.state_dict().items()}
    graph, _ = capture(lambda: norm(x))
    for name, value in norm.state_dict().items():
        assert torch.equal(host(value), before[name]), name
    graph.replay()
    assert norm.num_batches_tracked.item() == 1
    torch.testing.assert_close(host(norm.running_mean), x.mean(0).cpu() * 0.1)


def test_backward_alone():
    x = torch.randn(4, 4, device="musa", requires_grad=True)
    graph, (gradient,) = capture(lambda: torch.autograd.grad((x * x * x).sum(), x))
    with torch.no_grad():
        x.fill_(2)
    graph.replay()
    assert (host(gradient) == 12).all()


def test_graphed_callables_train_as_modules_do():
    inputs, labels = make_data()

    def train(graphed):
        model = make_model()
        head = torch.nn.Linear(5, 5).to("musa")
        if graphed:
            sample = torch.randn(4, 3, 8, 8, device="musa")
            middle = torch.randn(4, 5, device="musa", requires_grad=True)
            state = [value.clone() for value in model.state_dict().values()]
            model, head = torch_musa.make_graphed_callables((model, head), ((sample,), (middle,)))
            with torch.no_grad():  # the warm-up moved the running statistics
                for value, kept in zip(model.state_dict().values(), state):
                    value.copy_(kept)
        optimizer = torch.optim.SGD([*model.parameters(), *head.parameters()], lr=0.1)
        torch_musa.manual_seed(3)
        losses = []
        for batch, target in zip(inputs, labels):
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(head(model(batch)), target)
            loss.backward()
            optimizer.step()
            losses.append(host(loss.detach()))
        return losses

    torch.manual_seed(0)
    expected = train(False)
    torch.manual_seed(0)
    torch.testing.assert_close(train(True), expected)


def test_a_graphed_function():
    def function(a, b):
        return {"sum": a + b, "product": (a * b).relu()}

    sample = tuple(torch.randn(3, device="musa", requires_grad=True) for _ in range(2))
    graphed = torch_musa.make_graphed_callables(function, sample)
    for _ in range(3):
        a, b = (torch.randn(3, device="musa", requires_grad=True) for _ in range(2))
        results = {}
        for name, call in (("eager", function), ("graphed", graphed)):
            out = call(a, b)
            gradients = torch.autograd.grad(out["sum"].sum() + 3 * out["product"].sum(), (a, b))
            results[name] = [host(value.detach()).clone() for value in (*out.values(), *gradients)]
        torch.testing.assert_close(results["graphed"], results["eager"])


def test_a_graphed_module_in_the_other_mode():
    module = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(0.9)).to("musa")
    x = torch.randn(4, 3, device="musa")
    module.train()
    graphed = torch_musa.make_graphed_callables(module, (x,))
    assert graphed is module
    module.eval()
    torch.testing.assert_close(module(x), module[0](x))


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda m, x: (m, (x, 3)), "must contain only Tensors"),
        (
            lambda m, x: (m.register_forward_hook(lambda *_: None) and m, (x,)),
            "must not have hooks",
        ),
    ],
)
def test_what_cannot_be_graphed(make, message):
    module, x = torch.nn.Linear(3, 3).to("musa"), torch.ones(2, 3, device="musa")
    with pytest.raises(AssertionError, match=message):
        torch_musa.make_graphed_callables(*make(module, x))


def test_callables_and_arguments_go_together():
    layer, x = torch.nn.ReLU(), torch.ones(1, device="musa")
    with pytest.raises(
        ValueError, match="expected 2 tuples of sample_args, one for each callable, not 1"
    ):
        torch_musa.make_graphed_callables((layer, layer), ((x,),))


def test_the_autocast_cache_must_be_off():
    with torch.autocast("musa"):
        with pytest.raises(RuntimeError, match="cache_enabled=False"):
            torch_musa.make_graphed_callables(torch.nn.ReLU(), (torch.ones(1, device="musa"),))
